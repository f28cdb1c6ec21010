import type { ContentHold } from './content-memory.ts';
import { DOCUMENT_CHARACTERS_LIMIT } from './content-part.ts';
import { DocumentFault } from './reader/document-fault.ts';
import { invalidSource } from './refusals.ts';

/** For a string that contains a character beyond Latin-1. */
const BYTES_PER_CHARACTER = 2;

/** How much content the parts of one request may add, and the process memory they hold for it. */
export class ContentBudget {
  readonly #hold: ContentHold;
  #leftBytes: number;
  #leftCharacters = DOCUMENT_CHARACTERS_LIMIT;

  /**
   * `limitBytes`: for content fetched from elsewhere, which may be no more than the request itself could have
   * sent.
   */
  constructor(limitBytes: number, hold: ContentHold) {
    this.#leftBytes = limitBytes;
    this.#hold = hold;
  }

  /** Counts fetched bytes. Throws 400 `invalid_request` beyond the limit, 503 `temporarily_unavailable`. */
  takeBytes(bytes: number, path: string): void {
    this.#leftBytes -= bytes;
    if (this.#leftBytes < 0)
      throw invalidSource(
        path,
        'The images and documents of the request are too large together. Send fewer or smaller ones.',
      );
    this.#hold.take(bytes);
  }

  /**
   * Counts document text. Throws DocumentFault `too_large` when all documents together exceed the limit for
   * one, 503 `temporarily_unavailable`.
   */
  takeCharacters(characters: number): void {
    this.#leftCharacters -= characters;
    if (this.#leftCharacters < 0) throw new DocumentFault('too_large');
    this.#hold.take(characters * BYTES_PER_CHARACTER);
  }
}
