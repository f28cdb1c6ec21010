/**
 * Serializes a record as one line without its line break. PostgreSQL rejects NUL and unpaired surrogates in
 * jsonb. Callers can send both, and a rejected record would be an unbilled response or a missing event. They
 * are replaced by U+FFFD.
 */
export function serializeRecord(record: object): string {
  const line = JSON.stringify(record);
  // JSON.stringify writes exactly these two as \u escapes that PostgreSQL rejects; a false positive only
  // costs time.
  if (!line.includes('\\u0000') && !line.includes('\\ud')) return line;
  return JSON.stringify(record, storable);
}

function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), inner as unknown]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
