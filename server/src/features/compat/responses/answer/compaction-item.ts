import type { ItemPlace, OpenItem, OutputItem } from './output-events.ts';

/** The summary that takes the place of the conversation so far, sealed for the caller (COMPR-19). */
export class CompactionItem implements OpenItem {
  readonly #id: string;
  readonly #seal: (text: string) => string;
  #text = '';
  #sealed = '';

  constructor({ item_id: id }: ItemPlace, seal: (text: string) => string) {
    this.#id = id;
    this.#seal = seal;
  }

  toItem(): OutputItem {
    return { id: this.#id, type: 'compaction', encrypted_content: this.#sealed };
  }

  append(piece: string): void {
    this.#text += piece;
  }

  end(): void {
    this.#sealed = this.#seal(this.#text);
  }
}
