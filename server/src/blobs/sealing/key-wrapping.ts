import { AeadBox, deriveKey, type Secret } from '#kit';

/** Wraps the keys of blobs with the deployment's data key. A wrapped key can be unwrapped only for its own blob. */
export class KeyWrapping {
  /** Identifies the data key in headers without revealing anything about it. */
  readonly name: string;
  readonly #box: AeadBox;

  constructor(dataKey: Secret) {
    this.#box = new AeadBox(dataKey, 'svc blob keys');
    this.name = `data-key:${deriveKey(dataKey, 'svc blob key name').toString('hex', 0, 8)}`;
  }

  wrap(key: Buffer, blobKey: string): Buffer {
    return this.#box.encrypt(key.toString('base64'), blobKey);
  }

  /** Throws if it was wrapped for another blob, or modified. */
  unwrap(wrapped: Buffer, blobKey: string): Buffer {
    return Buffer.from(this.#box.decrypt(wrapped, blobKey), 'base64');
  }
}
