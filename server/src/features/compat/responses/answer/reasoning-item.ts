import { deltaOpening, type ItemPlace, type OpenItem, type OutputEvents } from './output-events.ts';

interface ReasoningParts {
  /** The caller asked to see it. */
  readonly showsSummary: boolean;
  /** The text as the caller keeps it for us, if they asked for that. */
  readonly seal: ((text: string) => string) | undefined;
}

/** Reasoning before a part of the reply (COMPR-09). */
export class ReasoningItem implements OpenItem {
  readonly #place: ItemPlace;
  readonly #events: OutputEvents | undefined;
  readonly #seal: ReasoningParts['seal'];
  readonly #showsSummary: boolean;
  readonly #opening: string;
  #text = '';
  #sealed: string | undefined;

  constructor(place: ItemPlace, events: OutputEvents | undefined, { showsSummary, seal }: ReasoningParts) {
    this.#place = place;
    this.#showsSummary = showsSummary;
    this.#events = showsSummary ? events : undefined;
    this.#seal = seal;
    this.#opening = deltaOpening('response.reasoning_summary_text.delta', { ...place, summary_index: 0 });
  }

  toItem(): object {
    const { item_id: id } = this.#place;
    return {
      id,
      type: 'reasoning',
      summary: this.#showsSummary && this.#text !== '' ? [this.#part()] : [],
      ...(this.#sealed === undefined ? {} : { encrypted_content: this.#sealed }),
    };
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
    this.#sealed = this.#seal?.(this.#text);
  }

  #event(type: string, fields: object): void {
    this.#events?.event(type, { ...this.#place, summary_index: 0, ...fields });
  }

  #part(): object {
    return { type: 'summary_text', text: this.#text };
  }
}
