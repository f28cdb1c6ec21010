/** The most bytes one number takes, with the comma behind it. */
export const BYTES_PER_NUMBER = 20;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;

/** From here up 10 decimals tell neighbouring float32 apart, from the second up 12 do. */
const TEN_DECIMALS_FROM = 2 ** -7;
const TWELVE_DECIMALS_FROM = 2 ** -14;

/**
 * Writes numbers of a vector of length 1 as JSON, with commas between, and gives the place behind them. Each has
 * as many decimals as it takes to read back as the very same float32, so that both encodings are equal (EMB-10). By hand,
 * because `JSON.stringify` spends 17 digits and ten times as long on a number: two million of them are an answer.
 */
export function writeNumbers(numbers: Float32Array, into: Buffer, from: number): number {
  let at = from;
  for (let i = 0; i < numbers.length; i++) {
    if (i > 0) into[at++] = COMMA;
    at = writeNumber(numbers[i]!, into, at);
  }
  return at;
}

function writeNumber(number: number, into: Buffer, from: number): number {
  const size = Math.abs(number);
  if (size === 0) {
    into[from] = ZERO;
    return from + 1;
  }
  if (size < TWELVE_DECIMALS_FROM || size >= 1) return from + into.write(shortest(number), from, 'latin1');
  let at = from;
  if (number < 0) into[at++] = MINUS;
  into[at++] = ZERO;
  into[at++] = POINT;
  if (size >= TEN_DECIMALS_FROM) return writeTenDigits(Math.round(size * 1e10), into, at);
  into[at++] = ZERO;
  into[at++] = ZERO;
  return writeTenDigits(Math.round(size * 1e12), into, at);
}

/** Nine significant digits identify a float32. */
function shortest(number: number): string {
  return String(Number(number.toPrecision(9)));
}

/** In halves: whole numbers of five digits stay in fast integers. */
function writeTenDigits(value: number, into: Buffer, at: number): number {
  const high = Math.floor(value / 100_000);
  writeFiveDigits(high, into, at);
  writeFiveDigits(value - high * 100_000, into, at + 5);
  return at + 10;
}

function writeFiveDigits(value: number, into: Buffer, at: number): void {
  let rest = value | 0;
  for (let place = at + 4; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    into[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
}
