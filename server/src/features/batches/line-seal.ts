import { AeadBox, type Secret } from '#kit';

/** Larger ciphertexts are decrypted over several turns of the event loop, so that they do not block it. */
const LARGE_BYTES = 2_097_152;

type Part = 'custom_id' | 'body' | 'result';

/** Encrypts requests and results in the rows of lines. Each ciphertext is bound to its part of its line. */
export class LineSeal {
  readonly #box: AeadBox;

  constructor(dataKey: Secret) {
    this.#box = new AeadBox(dataKey, 'svc batch lines');
  }

  seal(content: string | Uint8Array, batchId: string, line: number, part: Part): Buffer {
    return this.#box.encrypt(content, nameOf(batchId, line, part));
  }

  openText(sealed: Buffer, batchId: string, line: number, part: Part): string {
    return this.#box.decrypt(sealed, nameOf(batchId, line, part));
  }

  openBytes(sealed: Buffer, batchId: string, line: number, part: Part): Buffer | Promise<Buffer> {
    const name = nameOf(batchId, line, part);
    return sealed.length < LARGE_BYTES
      ? this.#box.decryptBytes(sealed, name)
      : this.#box.decryptInTurns(sealed, name);
  }
}

function nameOf(batchId: string, line: number, part: Part): string {
  return `${batchId} ${line} ${part}`;
}
