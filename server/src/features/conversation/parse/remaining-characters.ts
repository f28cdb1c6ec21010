/** What is left of `left` after the characters of all names and strings in `value`; below 0 when they are too many, and then not all are counted. */
export function remainingCharacters(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  let rest = left;
  for (const [name, item] of Object.entries(value)) {
    rest = remainingCharacters(item, rest - name.length);
    if (rest < 0) return rest;
  }
  return rest;
}
