/** Far more than any context window. A larger number is an error of the engine's counter, not a bill. */
const MAX_PLAUSIBLE_TOKENS = 100_000_000;

/** Whether an engine's number is a plausible token count. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_PLAUSIBLE_TOKENS;
}

/** A count that is part of another; 0 if it is implausible. */
export function partOf(whole: number, details: unknown, name: string): number {
  if (typeof details !== 'object' || details === null) return 0;
  const value = (details as Record<string, unknown>)[name];
  return isTokenCount(value) && value <= whole ? value : 0;
}
