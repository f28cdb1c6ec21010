import type { PurposeKeys, SealingKey, SealingRing } from '#sealing';
import { lineName, SEALED_LINES, type LinePart } from './sealed-lines.ts';

/** Larger ciphertexts are decrypted over several turns of the event loop, so that they do not block it. */
const LARGE_BYTES = 2_097_152;

/** Encrypts requests and results in the rows of lines of one workspace. Each ciphertext is bound to its part of its line. */
export class LineSeal {
  readonly key: SealingKey;

  constructor(key: SealingKey) {
    this.key = key;
  }

  seal(content: string | Uint8Array, batchId: string, line: number, part: LinePart): Buffer {
    return this.key.seal(content, lineName(batchId, line, part));
  }

  openText(sealed: Buffer, batchId: string, line: number, part: LinePart): string {
    return this.key.openText(sealed, lineName(batchId, line, part));
  }

  openBytes(sealed: Buffer, batchId: string, line: number, part: LinePart): Buffer | Promise<Buffer> {
    const name = lineName(batchId, line, part);
    return sealed.length < LARGE_BYTES ? this.key.open(sealed, name) : this.key.openInTurns(sealed, name);
  }
}

/** The seals of all workspaces. */
export class LineSeals {
  readonly #keys: PurposeKeys;

  constructor(sealing: SealingRing) {
    this.#keys = sealing.keysFor(SEALED_LINES.purpose);
  }

  async of({ workspace_id: workspaceId }: { readonly workspace_id: string }): Promise<LineSeal> {
    return new LineSeal(await this.#keys.ofWorkspace(workspaceId));
  }
}
