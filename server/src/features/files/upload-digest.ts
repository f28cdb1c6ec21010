import { createHash } from 'node:crypto';

/** Two uploads with an `Idempotency-Key` are the same if their parts are, whatever the boundary and order (D-IDEM-2). */
export class UploadDigest {
  readonly #file = createHash('sha256');
  readonly #parts: string[] = [];

  addField(name: string, value: string): void {
    this.#parts.push(JSON.stringify(['field', name, value]));
  }

  addFilename(filename: string): void {
    this.#parts.push(JSON.stringify(['file', filename]));
  }

  addBytes(chunk: Buffer): void {
    this.#file.update(chunk);
  }

  end(): Buffer {
    const parts = this.#parts.toSorted().join('\n');
    return createHash('sha256').update(parts).update('\n').update(this.#file.digest()).digest();
  }
}
