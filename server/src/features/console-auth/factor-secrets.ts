import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Secret } from '#kit';
import { signInKey } from './sign-in-key.ts';

const PREFIX = '$ba$1$';
const NONCE_BYTES = 24;
const TAG_BYTES = 16;
const CIPHER = 'chacha20-poly1305';

/**
 * Encrypts the secrets of authenticator apps, and recovery codes, in the form they have always been stored in: XChaCha20-Poly1305 in
 * hexadecimal digits behind a prefix. Nodes of earlier versions read what this one writes.
 */
export class FactorSecrets {
  readonly #key: Buffer;

  constructor(dataKey: Secret) {
    this.#key = createHash('sha256').update(signInKey(dataKey)).digest();
  }

  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const { key, iv } = this.#keyOf(nonce);
    const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return PREFIX + Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('hex');
  }

  /** Throws when it was encrypted with another key, or changed since. */
  decrypt(stored: string): string {
    if (!stored.startsWith(PREFIX)) throw new Error('a stored factor is in no known form');
    const sealed = Buffer.from(stored.slice(PREFIX.length), 'hex');
    const { key, iv } = this.#keyOf(sealed.subarray(0, NONCE_BYTES));
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
    return body + decipher.final('utf8');
  }

  /** XChaCha20 is ChaCha20 under a key made from the first 16 bytes of the nonce, with the last 8 as its own. */
  #keyOf(nonce: Buffer): { readonly key: Buffer; readonly iv: Buffer } {
    return {
      key: hChaCha20(this.#key, nonce.subarray(0, 16)),
      iv: Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]),
    };
  }
}

const CONSTANTS = Buffer.from('expand 32-byte k');

/**
 * HChaCha20 (draft-irtf-cfrg-xchacha-03 §2.2), which OpenSSL does not offer: the first and last rows of a ChaCha20 block without the
 * initial state that is added to it at the end.
 */
export function hChaCha20(key: Buffer, nonce: Buffer): Buffer {
  const block = createCipheriv('chacha20', key, nonce).update(Buffer.alloc(64));
  const subkey = Buffer.alloc(32);
  for (let at = 0; at < 16; at += 4) {
    subkey.writeUInt32LE((block.readUInt32LE(at) - CONSTANTS.readUInt32LE(at)) >>> 0, at);
    subkey.writeUInt32LE((block.readUInt32LE(48 + at) - nonce.readUInt32LE(at)) >>> 0, 16 + at);
  }
  return subkey;
}
