export interface ValueTicks {
  readonly step: number;
  /** From zero to at least the highest value. */
  readonly values: readonly number[];
}

const MANTISSAS = [1, 2, 5, 10];
/** A multiple that is off by a rounding is the multiple. */
const ROUNDING = 1e-9;

/** Ticks of an axis from zero, at steps of one, two or five in the decimal place that makes at most `most` steps. */
export function valueTicks(highest: number, most: number, isWhole: boolean): ValueTicks {
  if (highest <= 0) return { step: 1, values: [0, 1] };
  const rough = highest / most;
  let exponent = Math.floor(Math.log10(rough));
  let mantissa = MANTISSAS.find((one) => one * 10 ** exponent >= rough * (1 - ROUNDING)) ?? 10;
  if (isWhole && mantissa * 10 ** exponent < 1) [mantissa, exponent] = [1, 0];
  const step = scaled(mantissa, exponent);
  const count = Math.max(1, Math.ceil((highest / step) * (1 - ROUNDING)));
  return {
    step,
    values: Array.from({ length: count + 1 }, (_, tick) => scaled(tick * mantissa, exponent)),
  };
}

/** Divided by a power that is exact: 3 × 0.1 would be 0.30000000000000004. */
function scaled(value: number, exponent: number): number {
  return exponent < 0 ? value / 10 ** -exponent : value * 10 ** exponent;
}

/** Decimals that tell the ticks of an axis apart. */
export function decimalsOf(step: number): number {
  return Math.max(0, -placeOf(step));
}

/** Digits that tell a tick from its neighbours, in whatever units a language counts. */
export function digitsOf(value: number, step: number): number {
  return value === 0 ? 1 : placeOf(value) - placeOf(step) + 1;
}

/** The decimal place of the first digit: two of 100 to 999. */
function placeOf(value: number): number {
  return Math.floor(Math.log10(value) + ROUNDING);
}
