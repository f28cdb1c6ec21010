/** What is left of `left` after the JSON values in `value`; below 0 when they are too many, and then not all are counted. */
export function remainingJsonValues(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left;
  let rest = left;
  for (const item of Object.values(value)) {
    rest = remainingJsonValues(item, rest - 1);
    if (rest < 0) return rest;
  }
  return rest;
}
