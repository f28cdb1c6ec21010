import type { Citation } from '#engine';
import { Annotator } from '#features/chat';
import {
  deltaOpening,
  type ItemPlace,
  type ItemStatus,
  type OpenItem,
  type OutputEvents,
  type OutputItem,
} from './output-events.ts';

/** A text of the reply, with the pages of the web that it cites (COMPR-11). */
export class MessageItem implements OpenItem {
  readonly #id: string;
  readonly #place: ItemPlace & { readonly content_index: 0 };
  readonly #events: OutputEvents | undefined;
  readonly #opening: string;
  /** Where there may be something to cite: it looks at every character. */
  readonly #annotator: Annotator | undefined;
  readonly #annotations: object[] = [];
  #text = '';

  constructor(place: ItemPlace, events: OutputEvents | undefined, mayCite: boolean) {
    this.#id = place.item_id;
    this.#place = { ...place, content_index: 0 };
    this.#events = events;
    this.#opening = deltaOpening('response.output_text.delta', { ...this.#place, logprobs: [] });
    this.#annotator = mayCite ? new Annotator() : undefined;
  }

  toItem(status: ItemStatus): OutputItem {
    const content = status === 'in_progress' ? [] : [this.#part()];
    return { id: this.#id, type: 'message', status, role: 'assistant', content };
  }

  begin(): void {
    this.#events?.event('response.content_part.added', { ...this.#place, part: this.#part() });
  }

  append(chunk: string): void {
    this.#text += chunk;
    this.#annotator?.text(chunk);
    this.#events?.delta(this.#opening, chunk);
  }

  /** The protocol cites pages of the web only. */
  cite(citation: Citation): void {
    const annotation = citation.type === 'web' ? this.#annotator?.cite(citation) : undefined;
    if (annotation?.type !== 'url_citation') return;
    const flat = { type: annotation.type, ...annotation.url_citation };
    this.#events?.event('response.output_text.annotation.added', {
      ...this.#place,
      annotation_index: this.#annotations.length,
      annotation: flat,
    });
    this.#annotations.push(flat);
  }

  end(): void {
    this.#events?.event('response.output_text.done', { ...this.#place, text: this.#text, logprobs: [] });
    this.#events?.event('response.content_part.done', { ...this.#place, part: this.#part() });
  }

  #part(): object {
    return { type: 'output_text', text: this.#text, annotations: this.#annotations, logprobs: [] };
  }
}
