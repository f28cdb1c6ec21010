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
  readonly showsSeal: boolean;
  readonly seal: (text: string) => string;
}

/** Reasoning before a part of the reply (COMPR-09). */
export class ReasoningItem implements OpenItem {
  readonly #place: ItemPlace;
  readonly #events: OutputEvents | undefined;
  readonly #parts: ReasoningParts;
  readonly #opening: string;
  #text = '';
  #sealed: string | undefined;

  constructor(place: ItemPlace, events: OutputEvents | undefined, parts: ReasoningParts) {
    this.#place = place;
    this.#parts = parts;
    this.#events = parts.showsSummary ? events : undefined;
    this.#opening = deltaOpening('response.reasoning_summary_text.delta', { ...place, summary_index: 0 });
  }

  toItem(): OutputItem {
    return this.#toItem(this.#parts.showsSeal ? this.#sealed : undefined);
  }

  /** Without its text nobody could tell the model what it thought. */
  toKept(): OutputItem {
    return this.#toItem((this.#sealed ??= this.#parts.seal(this.#text)));
  }

  begin(): void {
    this.#event('response.reasoning_summary_part.added', { part: this.#part() });
  }

  append(piece: string): void {
    this.#text += piece;
    this.#events?.delta(this.#opening, piece);
  }

  end(): void {
    this.#event('response.reasoning_summary_text.done', { text: this.#text });
    this.#event('response.reasoning_summary_part.done', { part: this.#part() });
    if (this.#parts.showsSeal) this.#sealed = this.#parts.seal(this.#text);
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
