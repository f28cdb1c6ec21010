import { invalidSource } from './refusals.ts';

/** Bytes that one request may bring in from elsewhere, all its parts together: no more than it could have sent itself. */
export class ByteBudget {
  #leftBytes: number;

  constructor(limitBytes: number) {
    this.#leftBytes = limitBytes;
  }

  /** Throws 400 `invalid_request` when there is not that much left. */
  take(bytes: number, path: string): void {
    this.#leftBytes -= bytes;
    if (this.#leftBytes < 0)
      throw invalidSource(path, 'The images and documents of the request are too large together. Send fewer or smaller ones.');
  }
}
