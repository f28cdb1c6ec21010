import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Secret } from '#kit';
import type { SealingKey, SealingRing } from '#sealing';

export const MAILED_LINKS = 'svc links in mail';

/** Seals the tokens of links while their mail is stored, and signs those that are mailed. */
export class LinkSeal {
  readonly #key: SealingKey;
  readonly #signingKey: Buffer;

  constructor(ring: SealingRing, dataKey: Secret) {
    this.#key = ring.keysFor(MAILED_LINKS).ofDeployment();
    this.#signingKey = deriveKey(dataKey, `${MAILED_LINKS}, signed`);
  }

  seal(token: string, aad: string): Buffer {
    return this.#key.seal(token, aad);
  }

  /** Throws when it was sealed with another data key or for another mail. */
  open(sealed: Buffer, aad: string): string {
    return this.#key.openText(sealed, aad);
  }

  /** In hexadecimal digits. */
  sign(token: string): string {
    return createHmac('sha256', this.#signingKey).update(token).digest('hex');
  }

  isSignature(given: string, token: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(token)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}
