import type { RenamedTool } from '#exchange';
import { isObject } from '#features/conversation';
import {
  deltaOpening,
  type ItemPlace,
  type ItemStatus,
  type OpenItem,
  type OutputEvents,
  type OutputItem,
} from './output-events.ts';

/** A call as the caller knows its tool. */
export interface CallHead extends Pick<RenamedTool, 'name' | 'namespace'> {
  /** The engine's id of the call. */
  readonly callId: string;
}

function toCall({ callId, name, namespace }: CallHead): object {
  return { call_id: callId, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** A call of a function (COMPR-11). */
export class FunctionCallItem implements OpenItem {
  readonly #head: CallHead;
  readonly #place: ItemPlace;
  readonly #events: OutputEvents | undefined;
  readonly #opening: string;
  #arguments = '';

  constructor(head: CallHead, place: ItemPlace, events: OutputEvents | undefined) {
    this.#head = head;
    this.#place = place;
    this.#events = events;
    this.#opening = deltaOpening('response.function_call_arguments.delta', place);
  }

  toItem(status: ItemStatus): OutputItem {
    const { item_id: id } = this.#place;
    return { id, type: 'function_call', status, ...toCall(this.#head), arguments: this.#arguments };
  }

  append(chunk: string): void {
    this.#arguments += chunk;
    this.#events?.delta(this.#opening, chunk);
  }

  end(): void {
    this.#events?.event('response.function_call_arguments.done', {
      ...this.#place,
      name: this.#head.name,
      arguments: this.#arguments,
    });
  }
}

/** A call of a tool whose input is a text. To the model it is a function, so the text is known once the call is complete (COMPR-13). */
export class CustomCallItem implements OpenItem {
  readonly #head: CallHead;
  readonly #place: ItemPlace;
  readonly #events: OutputEvents | undefined;
  #arguments = '';

  constructor(head: CallHead, place: ItemPlace, events: OutputEvents | undefined) {
    this.#head = head;
    this.#place = place;
    this.#events = events;
  }

  toItem(status: ItemStatus): OutputItem {
    const { item_id: id } = this.#place;
    const input = status === 'in_progress' ? '' : readInput(this.#arguments);
    return { id, type: 'custom_tool_call', status, ...toCall(this.#head), input };
  }

  append(chunk: string): void {
    this.#arguments += chunk;
  }

  end(): void {
    const input = readInput(this.#arguments);
    this.#events?.delta(deltaOpening('response.custom_tool_call_input.delta', this.#place), input);
    this.#events?.event('response.custom_tool_call_input.done', { ...this.#place, input });
  }
}

/** The raw text where the model did not write the object it was asked for. */
function readInput(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && typeof value['input'] === 'string' ? value['input'] : text;
  } catch {
    return text;
  }
}
