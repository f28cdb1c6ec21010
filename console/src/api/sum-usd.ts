const DIGITS = 12;
const UNIT = 10n ** BigInt(DIGITS);

/** Sum of amounts in decimal text, exact: a number could not hold every amount. */
export function sumUsd(amounts: Iterable<string>): string {
  let sum = 0n;
  for (const amount of amounts) sum += unitsOf(amount);
  const [sign, size] = sum < 0n ? ['-', -sum] : ['', sum];
  const fraction = String(size % UNIT)
    .padStart(DIGITS, '0')
    .replace(/0+$/, '');
  return `${sign}${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}

/** In units of 10⁻¹² dollars; prices of a token go to 10⁻¹¹. */
function unitsOf(amount: string): bigint {
  const isNegative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
  return isNegative ? -units : units;
}
