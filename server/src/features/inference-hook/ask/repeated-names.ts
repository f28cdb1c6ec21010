/** Of valid JSON only: without an end of the last string, matching would take exponential time with a repetition inside. */
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** Whether an object of this JSON, of which `value` was read, has a name twice: a reader sees one of its values, another one the other. */
export function hasRepeatedNames(text: string, value: unknown): boolean {
  return countNames(value) !== text.replace(STRINGS, '').split(':').length - 1;
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : children.length;
  return children.reduce<number>((sum, child) => sum + countNames(child), own);
}
