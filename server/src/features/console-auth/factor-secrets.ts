import { createHash } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import type { Secret } from '#kit';
import { signInKey } from './sign-in-key.ts';

const PREFIX = '$ba$1$';

/**
 * Encrypts the secrets of authenticator apps, and recovery codes, in the form they have always been stored in: XChaCha20-Poly1305 in
 * hexadecimal digits behind a prefix. Nodes of earlier versions read what this one writes. OpenSSL does not offer the cipher.
 */
export class FactorSecrets {
  readonly #cipher: ReturnType<ReturnType<typeof managedNonce<typeof xchacha20poly1305>>>;

  constructor(dataKey: Secret) {
    const key = createHash('sha256').update(signInKey(dataKey)).digest();
    this.#cipher = managedNonce(xchacha20poly1305)(key);
  }

  encrypt(text: string): string {
    return PREFIX + Buffer.from(this.#cipher.encrypt(Buffer.from(text))).toString('hex');
  }

  /** Throws when it was encrypted with another key, or changed since. */
  decrypt(stored: string): string {
    if (!stored.startsWith(PREFIX)) throw new Error('a stored factor is in no known form');
    return Buffer.from(this.#cipher.decrypt(Buffer.from(stored.slice(PREFIX.length), 'hex'))).toString();
  }
}
