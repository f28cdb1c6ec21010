/** The most bytes one number takes, with the comma behind it. */
export const BYTES_PER_NUMBER = 20;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;

/** From here up 10 decimals tell neighbouring float32 apart, from the second up 12 do. */
const TEN_DECIMALS_FROM = 2 ** -7;
const TWELVE_DECIMALS_FROM = 2 ** -14;

/** The four digits of every number below 10,000, one after the other. */
const QUADS = Uint8Array.from(
  { length: 40_000 },
  (_, i) => ZERO + (Math.floor(i / 4 / 10 ** (3 - (i % 4))) % 10),
);

/**
 * Writes numbers of a vector of length 1 as JSON, with commas between, and gives the place behind them. Each has
 * as many decimals as it takes to read back as the very same float32, so that both encodings are equal (EMB-10). By hand,
 * because `JSON.stringify` spends 17 digits and ten times as long on a number: two million of them are an answer. In one
 * loop: a number given to another function is put on the heap, which takes longer than its digits.
 */
export function writeNumbers(numbers: Float32Array, into: Buffer, from: number): number {
  let at = from;
  for (let i = 0; i < numbers.length; i++) {
    if (i > 0) into[at++] = COMMA;
    const number = numbers[i]!;
    const size = Math.abs(number);
    if (size < TWELVE_DECIMALS_FROM || size >= 1) {
      at = writeUnusual(number, into, at);
      continue;
    }
    if (number < 0) into[at++] = MINUS;
    into[at++] = ZERO;
    into[at++] = POINT;
    let scale = 1e10;
    if (size < TEN_DECIMALS_FROM) {
      // The first two decimals are zeros, and ten more follow.
      scale = 1e12;
      into[at++] = ZERO;
      into[at++] = ZERO;
    }
    const digits = size * scale + 0.5;
    // In halves of five digits, which are fast integers.
    const high = (digits / 100_000) | 0;
    writeFiveDigits(high, into, at);
    writeFiveDigits((digits - high * 100_000) | 0, into, at + 5);
    at += 10;
  }
  return at;
}

function writeFiveDigits(value: number, into: Buffer, at: number): void {
  const tens = (value / 10) | 0;
  const quad = tens * 4;
  into[at] = QUADS[quad]!;
  into[at + 1] = QUADS[quad + 1]!;
  into[at + 2] = QUADS[quad + 2]!;
  into[at + 3] = QUADS[quad + 3]!;
  into[at + 4] = ZERO + value - tens * 10;
}

/** Nine significant digits identify a float32. */
function writeUnusual(number: number, into: Buffer, at: number): number {
  if (number !== 0) return at + into.write(String(Number(number.toPrecision(9))), at, 'latin1');
  into[at] = ZERO;
  return at + 1;
}
