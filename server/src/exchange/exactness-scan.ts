const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const BACKSLASH = 0x5c;
/** Whole numbers up to this long are exact as doubles. */
const MAX_EXACT_DIGITS = 15;
/** Longer names are never sorted as numbers: the largest index of a list has ten digits. */
const MAX_INDEX_DIGITS = 10;
/** Objects with more names are taken to be inexact: comparing each with each would take long. */
const MAX_COMPARED_NAMES = 64;

/** Hashes of the names of all open objects, one after the other, of the scan in progress. */
const hashes = new Int32Array(2048);

/**
 * Finds out during the scan of a body whether parsing and writing its objects again could change them: numbers that a
 * double does not hold or that are written otherwise, names that are repeated or sorted as numbers. May be wrong in
 * one direction: what is exact may be taken to be inexact.
 */
export class ExactnessScan {
  isExact = true;
  /** Where the names of each open container begin. */
  readonly #starts: number[] = [];
  #names = 0;

  open(): void {
    this.#starts.push(this.#names);
  }

  close(): void {
    this.#names = this.#starts.pop() ?? 0;
  }

  /** A string between its quotes. Only names matter. */
  string(bytes: Uint8Array, from: number, to: number, isName: boolean): void {
    if (!isName || !this.isExact) return;
    const first = bytes[from] ?? 0;
    if ((first >= DIGIT_0 && first <= DIGIT_9 && to - from <= MAX_INDEX_DIGITS) || first === BACKSLASH) {
      this.isExact = false;
      return;
    }
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) {
      if (bytes[at] === BACKSLASH) this.isExact = false;
      hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    }
    this.#add(hash | 0);
  }

  #add(hash: number): void {
    const start = this.#starts.at(-1) ?? 0;
    const end = this.#names;
    this.isExact &&= end - start < MAX_COMPARED_NAMES && end < hashes.length;
    for (let at = start; at < end; at++) if (hashes[at] === hash) this.isExact = false;
    if (this.isExact) hashes[this.#names++] = hash;
  }

  /** A number or a part of it that begins at `from`; returns where it ends. */
  number(bytes: Uint8Array, from: number): number {
    let to = from;
    while (isOfNumber(bytes[to])) to++;
    if (to - from <= MAX_EXACT_DIGITS && isWhole(bytes, from, to)) return to;
    const written = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    if (String(Number(written)) !== written) this.isExact = false;
    return to;
  }
}

/** Without `-0`, which becomes 0. */
function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === MINUS && bytes[from + 1] === DIGIT_0) return false;
  for (let at = bytes[from] === MINUS ? from + 1 : from; at < to; at++)
    if (bytes[at]! < DIGIT_0 || bytes[at]! > DIGIT_9) return false;
  return true;
}

/** Digits, signs, the point, and `e` or `E`. */
function isOfNumber(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= MINUS - 2 && byte <= DIGIT_9 && byte !== 0x2c && byte !== 0x2f) || (byte | 0x20) === 0x65;
}
