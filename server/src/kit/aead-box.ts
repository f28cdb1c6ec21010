import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type DecipherGCM,
  type KeyObject,
} from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Secret } from './secret.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TURN_BYTES = 1_048_576;

/** A key of its own for each purpose, from the data key: the same on every node and for good. */
export function deriveKey(dataKey: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(dataKey.reveal(), 'base64'), '', purpose, KEY_BYTES));
}

/**
 * AES-256-GCM under a key of its own for each purpose, made from the data key (D-GEN-9). What was encrypted is decrypted only with the
 * same `aad`: moved to another row it is noise.
 */
export class AeadBox {
  /** As bytes it would be made into this again for each text, which takes twice as long as sealing a short one. */
  readonly #key: KeyObject;
  readonly #signingKey: Buffer;

  constructor(dataKey: Secret, purpose: string) {
    this.#key = createSecretKey(deriveKey(dataKey, purpose));
    this.#signingKey = deriveKey(dataKey, `${purpose}, signed`);
  }

  /** HMAC-SHA256 in hexadecimal digits: nobody without the data key can make it. */
  sign(text: string): string {
    return createHmac('sha256', this.#signingKey).update(text).digest('hex');
  }

  isSignature(given: string, text: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(text)), Buffer.from(given)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  encrypt(text: string | Uint8Array, aad: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(aad));
    const body = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text);
    cipher.final();
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws when it was encrypted with another key or `aad`, or changed since. */
  decrypt(sealed: Buffer, aad: string): string {
    return this.decryptBytes(sealed, aad).toString('utf8');
  }

  /** The same for what is no text, or need not become one. */
  decryptBytes(sealed: Buffer, aad: string): Buffer {
    const decipher = this.#decipher(sealed, aad);
    const bytes = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    decipher.final();
    return bytes;
  }

  /** The same for what takes long: others have their turn after each megabyte. */
  async decryptInTurns(sealed: Buffer, aad: string): Promise<Buffer> {
    const decipher = this.#decipher(sealed, aad);
    const bytes = Buffer.allocUnsafe(sealed.length - NONCE_BYTES - TAG_BYTES);
    for (let at = 0; at < bytes.length; at += TURN_BYTES) {
      if (at > 0) await setImmediate();
      const from = NONCE_BYTES + TAG_BYTES + at;
      decipher.update(sealed.subarray(from, from + TURN_BYTES)).copy(bytes, at);
    }
    decipher.final();
    return bytes;
  }

  #decipher(sealed: Buffer, aad: string): DecipherGCM {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    return decipher
      .setAAD(Buffer.from(aad))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  }
}
