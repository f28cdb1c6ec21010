import { OperatorError } from '#kit';

/** No blob has this key: it was deleted, or its upload was never completed. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';

  constructor(key: string) {
    super(`no blob ${key}`);
  }
}

/** A blob differs from what was written: modified, truncated, extended, swapped, or encrypted with another data key. No wrong bytes are returned. */
export class BlobDamaged extends OperatorError {
  override readonly name = 'BlobDamaged';

  constructor(key: string, what: string) {
    super(`The blob ${key} is damaged: ${what}.`);
  }

  toLog(): object {
    return { reason: this.message };
  }
}

/** The source has more bytes than `limitBytes`. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`more than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** The storage is full, read-only, unreachable, too slow or refuses the credentials. Requests that need it get 503 `temporarily_unavailable`. */
export class BlobStoreUnavailable extends OperatorError {
  override readonly name = 'BlobStoreUnavailable';

  toLog(): object {
    return { reason: this.message };
  }
}
