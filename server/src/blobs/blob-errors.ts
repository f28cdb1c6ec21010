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
  override readonly name: string = 'BlobStoreUnavailable';

  toLog(): object {
    return { reason: this.message };
  }
}

/**
 * The key that a blob was sealed with cannot be had now. That is no damage: with its key the blob opens again. Like a storage that is
 * unavailable, so requests get 503, and jobs try again.
 */
export class BlobKeyUnavailable extends BlobStoreUnavailable {
  override readonly name = 'BlobKeyUnavailable';
  /** The name of the key in the header of the blob. */
  readonly wrappingKey: string;

  constructor(key: string, wrappingKey: string, why: 'failed' | 'unknown', cause?: unknown) {
    const named = `The blob ${key} was sealed with the key ${JSON.stringify(wrappingKey)}`;
    super(
      why === 'unknown'
        ? `${named}, which this version of Svc does not know. A newer version wrote it, or its header was changed.`
        : `${named}, which cannot be had now. The blob is not damaged: it opens again with its key.`,
      { cause },
    );
    this.wrappingKey = wrappingKey;
  }
}
