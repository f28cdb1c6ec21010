import {
  deltaOpening,
  type ItemPlace,
  type OpenItem,
  type OutputEvents,
  type OutputItem,
} from './output-events.ts';

interface ReasoningParts {
  /** The caller asked to see it. */
  readonly showsSummary: boolean;
  /** The caller asked for it as they can keep it for us. */
  readonly showsSignedText: boolean;
  readonly sign: (text: string) => string;
}

/** Reasoning before a part of the reply (COMPR-09). */
export class ReasoningItem implements OpenItem {
  readonly #place: ItemPlace;
  readonly #events: OutputEvents | undefined;
  readonly #parts: ReasoningParts;
  readonly #opening: string;
  #text = '';
  #signedText: string | undefined;

  constructor(place: ItemPlace, events: OutputEvents | undefined, parts: ReasoningParts) {
    this.#place = place;
    this.#parts = parts;
    this.#events = parts.showsSummary ? events : undefined;
    this.#opening = deltaOpening('response.reasoning_summary_text.delta', { ...place, summary_index: 0 });
  }

  toItem(): OutputItem {
    return this.#toItem(this.#parts.showsSignedText ? this.#signedText : undefined);
  }

  /** Without its text nobody could tell the model what it thought. */
  toKept(): OutputItem {
    return this.#toItem((this.#signedText ??= this.#parts.sign(this.#text)));
  }

  begin(): void {
    this.#event('response.reasoning_summary_part.added', { part: this.#part() });
  }

  append(chunk: string): void {
    this.#text += chunk;
    this.#events?.delta(this.#opening, chunk);
  }

  end(): void {
    this.#event('response.reasoning_summary_text.done', { text: this.#text });
    this.#event('response.reasoning_summary_part.done', { part: this.#part() });
    if (this.#parts.showsSignedText) this.#signedText = this.#parts.sign(this.#text);
  }

  #toItem(sealed: string | undefined): OutputItem {
    return {
      id: this.#place.item_id,
      type: 'reasoning',
      summary: this.#parts.showsSummary && this.#text !== '' ? [this.#part()] : [],
      ...(sealed === undefined ? {} : { encrypted_content: sealed }),
    };
  }

  #event(type: string, fields: object): void {
    this.#events?.event(type, { ...this.#place, summary_index: 0, ...fields });
  }

  #part(): object {
    return { type: 'summary_text', text: this.#text };
  }
}
