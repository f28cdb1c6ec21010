import { AeadBox, deriveKey, type Secret } from '#kit';

/** Wraps the keys of blobs with the deployment's data key. A wrapped key opens only for the blob it was wrapped for. */
export class KeyWrapping {
  /** Names the wrapping key in headers: which data key it was, and nothing else about it. */
  readonly name: string;
  readonly #box: AeadBox;

  constructor(dataKey: Secret) {
    this.#box = new AeadBox(dataKey, 'svc blob keys');
    this.name = `data-key:${deriveKey(dataKey, 'svc blob key name').toString('hex', 0, 8)}`;
  }

  wrap(key: Buffer, blobKey: string): Buffer {
    return this.#box.encrypt(key.toString('base64'), blobKey);
  }

  /** Throws when it was wrapped for another blob, or changed since. */
  unwrap(wrapped: Buffer, blobKey: string): Buffer {
    return Buffer.from(this.#box.decrypt(wrapped, blobKey), 'base64');
  }
}
