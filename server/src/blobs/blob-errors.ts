import { OperatorError } from '#kit';

/** No blob has this key: it was deleted, or its upload never ended. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing';

  constructor(key: string) {
    super(`no blob ${key}`);
  }
}

/** A blob is not as it was written: changed, cut, extended, another one's, or sealed with another data key. None of its wrong bytes was given out. */
export class BlobDamaged extends OperatorError {
  override readonly name = 'BlobDamaged';

  constructor(key: string, what: string) {
    super(`The blob ${key} is damaged: ${what}.`);
  }

  toLog(): object {
    return { reason: this.message };
  }
}

/** The source has more bytes than the caller allows. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`more than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** The storage is full, read-only, away, too slow or refuses its credentials. Calls that need it are answered 503 `temporarily_unavailable`. */
export class BlobStoreUnavailable extends OperatorError {
  override readonly name = 'BlobStoreUnavailable';

  toLog(): object {
    return { reason: this.message };
  }
}
