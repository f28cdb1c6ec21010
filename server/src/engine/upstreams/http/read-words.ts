/** No server nests deeper. */
export const MAX_DEPTH = 8;

/** Where the words of a part stand. */
const WORDS = ['text', 'content', 'value', 'thinking', 'reasoning', 'summary', 'refusal', 'parts'];

/** The words in a value: a text, a part, or a list of these, nested. */
export function readWords(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) return value.map((item) => readWords(item, depth + 1)).join('');
  for (const name of WORDS) {
    const words = readWords((value as Record<string, unknown>)[name], depth + 1);
    if (words !== '') return words;
  }
  return '';
}
