import {
  deltaOpening,
  type ItemPlace,
  type ItemStatus,
  type OpenItem,
  type OutputEvents,
  type OutputItem,
} from './output-events.ts';

/** A message whose words the engine set apart as a refusal (COMPR-11). */
export class RefusalItem implements OpenItem {
  readonly #id: string;
  readonly #place: ItemPlace & { readonly content_index: 0 };
  readonly #events: OutputEvents | undefined;
  readonly #opening: string;
  #refusal = '';

  constructor(place: ItemPlace, events: OutputEvents | undefined) {
    this.#id = place.item_id;
    this.#place = { ...place, content_index: 0 };
    this.#events = events;
    this.#opening = deltaOpening('response.refusal.delta', this.#place);
  }

  toItem(status: ItemStatus): OutputItem {
    const content = status === 'in_progress' ? [] : [this.#part()];
    return { id: this.#id, type: 'message', status, role: 'assistant', content };
  }

  begin(): void {
    this.#events?.event('response.content_part.added', { ...this.#place, part: this.#part() });
  }

  append(chunk: string): void {
    this.#refusal += chunk;
    this.#events?.delta(this.#opening, chunk);
  }

  end(): void {
    this.#events?.event('response.refusal.done', { ...this.#place, refusal: this.#refusal });
    this.#events?.event('response.content_part.done', { ...this.#place, part: this.#part() });
  }

  #part(): object {
    return { type: 'refusal', refusal: this.#refusal };
  }
}
