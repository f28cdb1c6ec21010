/**
 * A decimal number as text, for money: no sign, no exponent, no needless zeros ("0.3", "15", "0").
 * At most 9 decimals. Never pass it through a JavaScript number: use `decimalToNanos`.
 */
export type Decimal = string;

const PATTERN = /^(\d{1,9})(?:\.(\d{1,9}))?$/;

/**
 * A price or an amount as written in a file, number or text, as exact decimal text; undefined when it is none.
 * A number that JavaScript shows with an exponent (0.0000001) is spelled out. More than 9 decimals is refused rather
 * than rounded: ledger amounts are nano-dollars.
 */
export function toDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? spellOut(value) : value;
  if (typeof text !== 'string') return undefined;
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

function spellOut(value: number): string {
  const text = String(value);
  if (!text.includes('e-')) return text;
  const fixed = value.toFixed(9);
  return Number(fixed) === value ? fixed : text;
}

/** Dollars as nano-dollars: an exact integer, since the files allow no amount over 9,000,000 dollars. */
export function decimalToNanos(decimal: Decimal): number {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return Number(BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')));
}

/** An amount as dollars: two decimals, or as many as it has. `500.00`, `0.00033`, `-1.50`. A bigint where sums of years may be meant. */
export function nanosToDecimal(nanos: number | bigint): Decimal {
  const size = nanos < 0 ? -BigInt(nanos) : BigInt(nanos);
  const fraction = String(size % 1_000_000_000n).padStart(9, '0');
  return `${nanos < 0 ? '-' : ''}${size / 1_000_000_000n}.${fraction.replace(/0{1,7}$/, '')}`;
}
