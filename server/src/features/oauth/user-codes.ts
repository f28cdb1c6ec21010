import { createHmac, randomInt } from 'node:crypto';
import { deriveKey, type Secret } from '#kit';

/** Without vowels no words come about, and nothing looks like a digit (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A code for a person to type, such as `BCDF-GHJK`: one of 25 billion. */
export function newUserCode(): string {
  let code = '';
  for (let i = 0; i < LENGTH; i++) code += LETTERS.charAt(randomInt(LETTERS.length));
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** How user codes are stored and found, whatever letter case and separators they are typed with. */
export class UserCodes {
  readonly #key: Buffer;

  constructor(dataKey: Secret) {
    this.#key = deriveKey(dataKey, 'svc user codes');
  }

  /** Undefined for what cannot be a code. */
  digest(typed: string): Buffer | undefined {
    const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
    return CODE.test(code) ? createHmac('sha256', this.#key).update(code).digest() : undefined;
  }
}
