/** Far more than any context window. A larger number is an error of the engine's counter, not a bill. */
const MAX_PLAUSIBLE_TOKENS = 100_000_000;
const DIGITS = /^\d{1,9}$/;

/** Whether an engine's number is a plausible token count. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS;
}

/** What an engine says where a token count stands, if it is one. Some servers write numbers as text. */
export function readTokenCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return isTokenCount(count) ? count : undefined;
}
