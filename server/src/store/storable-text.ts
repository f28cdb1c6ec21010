/**
 * PostgreSQL has no NUL in text, and neither NUL nor half a surrogate pair in jsonb; a query with one fails. Both become
 * U+FFFD, as half a pair does in UTF-8: what is looked for is not found, and what is written down is not lost.
 */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** The JSON of a value, with every name and text in it storable. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value);
  // JSON.stringify writes exactly these two as \u escapes that PostgreSQL rejects; a false positive only costs time.
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return json;
  return JSON.stringify(value, storable);
}

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value.toWellFormed());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name.toWellFormed()), inner as unknown]),
  );
}
