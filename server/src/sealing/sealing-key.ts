import type { KeyObject } from 'node:crypto';
import { decrypt, decryptYielding, encrypt, encryptYielding, type Sealed } from './aead.ts';

/** Begins everything that is sealed since keys have ids. What came before begins with a random nonce. */
const MAGIC = Buffer.from('SVC\u0001');

/** What everything begins with that a key of this id sealed. */
export function markOf(id: Uint8Array): Buffer {
  return Buffer.concat([MAGIC, id]);
}

/** What a thread needs of a key. */
export interface KeyMaterial {
  /** Of the key that seals, in everything it sealed. */
  readonly id: Uint8Array;
  readonly key: KeyObject;
  /** Opens what was sealed before keys had ids. */
  readonly former: KeyObject;
}

/**
 * The key of one owner for one purpose (D-GEN-9). What it seals says by which key, and opens only with the same `aad`: moved to
 * another row it is noise.
 */
export class SealingKey {
  /** Can be sent to a thread, which makes a `SealingKey` of it. */
  readonly material: KeyMaterial;
  readonly #mark: Buffer;

  constructor(material: KeyMaterial) {
    this.material = material;
    this.#mark = markOf(material.id);
  }

  seal(content: string | Uint8Array, aad: string): Buffer {
    return encrypt(this.material.key, this.#mark, content, aad);
  }

  /** Throws when it was sealed with another key or `aad`, or changed since. */
  open(sealed: Buffer, aad: string): Buffer {
    return decrypt(this.#toSealed(sealed), aad);
  }

  openText(sealed: Buffer, aad: string): string {
    return this.open(sealed, aad).toString('utf8');
  }

  /** `open` for content that takes long: yields to other work in between. */
  openInTurns(sealed: Buffer, aad: string): Promise<Buffer> {
    return decryptYielding(this.#toSealed(sealed), aad);
  }

  /**
   * Sealed again with this key; undefined if this key sealed it. Rejects as `open` throws. Yields to other work in between: a line of a batch
   * may have 32 MB, which would hold the event loop for 140 ms and more.
   */
  async reseal(sealed: Buffer, aad: string): Promise<Buffer | undefined> {
    if (this.#hasSealed(sealed)) return undefined;
    const { key } = this.material;
    return encryptYielding(key, this.#mark, await this.openInTurns(sealed, aad), aad);
  }

  #hasSealed(bytes: Buffer): boolean {
    const { length } = this.#mark;
    // By chance once in 2^96: the nonces of earlier seals are random.
    return bytes.length >= length && this.#mark.compare(bytes, 0, length) === 0;
  }

  #toSealed(bytes: Buffer): Sealed {
    const { key, former } = this.material;
    return this.#hasSealed(bytes)
      ? { key, bytes, offset: this.#mark.length }
      : { key: former, bytes, offset: 0 };
  }
}
