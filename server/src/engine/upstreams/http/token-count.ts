/** Far more than any context window. A larger number is an error of the engine's counter, not a bill. */
const MAX_PLAUSIBLE_TOKENS = 100_000_000;

/** Whether an engine's number is a plausible token count. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS;
}
