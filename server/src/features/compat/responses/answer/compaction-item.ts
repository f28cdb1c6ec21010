import type { ItemPlace, OpenItem, OutputItem } from './output-events.ts';

/** The summary that takes the place of the conversation so far, sealed for the caller (COMPR-19). */
export class CompactionItem implements OpenItem {
  readonly #id: string;
  readonly #sign: (text: string) => string;
  #text = '';
  #signedText = '';

  constructor({ item_id: id }: ItemPlace, sign: (text: string) => string) {
    this.#id = id;
    this.#sign = sign;
  }

  toItem(): OutputItem {
    return { id: this.#id, type: 'compaction', encrypted_content: this.#signedText };
  }

  append(chunk: string): void {
    this.#text += chunk;
  }

  end(): void {
    this.#signedText = this.#sign(this.#text);
  }
}
