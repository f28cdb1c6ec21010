import type { ContentHold } from './content-memory.ts';
import { DOCUMENT_CHARACTERS_LIMIT } from './content-part.ts';
import { DocumentFault } from './reader/document-fault.ts';
import { invalidSource } from './refusals.ts';

/** Of a string that holds one character beyond Latin-1. */
const BYTES_PER_CHARACTER = 2;

/** What the parts of one request may bring in together, and what of the process's memory they hold for it. */
export class ContentBudget {
  readonly #hold: ContentHold;
  #leftBytes: number;
  #leftCharacters = DOCUMENT_CHARACTERS_LIMIT;

  /** `limitBytes`: that may come from elsewhere, no more than the request could have sent itself. */
  constructor(limitBytes: number, hold: ContentHold) {
    this.#leftBytes = limitBytes;
    this.#hold = hold;
  }

  /** Bytes from elsewhere. Throws 400 `invalid_request` when there is not that much left, 503 `temporarily_unavailable`. */
  takeBytes(bytes: number, path: string): void {
    this.#leftBytes -= bytes;
    if (this.#leftBytes < 0)
      throw invalidSource(
        path,
        'The images and documents of the request are too large together. Send fewer or smaller ones.',
      );
    this.#hold.take(bytes);
  }

  /** Text of a document. Throws DocumentFault `too_large` when all are more than one may be, 503 `temporarily_unavailable`. */
  takeCharacters(characters: number): void {
    this.#leftCharacters -= characters;
    if (this.#leftCharacters < 0) throw new DocumentFault('too_large');
    this.#hold.take(characters * BYTES_PER_CHARACTER);
  }
}
