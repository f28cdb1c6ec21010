import { hash, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

/** A value that can be used but not shown: logging, serialising or printing it gives a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** `prefix` and 64 hexadecimal characters (32 random bytes), as every issued secret (D-GEN-3). */
export function newSecret(prefix: string): Secret {
  return new Secret(prefix + randomBytes(32).toString('hex'));
}

/** The one-way form a secret is stored and found by: SHA-256, base64. 256 random bits need no salt. */
export function fingerprint(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** A fingerprint as the database keeps it. */
export function fingerprintBytes(print: string): Buffer {
  return Buffer.from(print, 'base64');
}
