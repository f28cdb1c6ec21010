/** Parses one column from PostgreSQL's text format. */
export type ColumnParser = (text: string) => unknown;

/** The database value cannot be represented in JavaScript without loss. */
class ColumnRangeError extends Error {
  constructor(type: string) {
    super(`a ${type} value of the database is out of range`);
    this.name = 'ColumnRangeError';
  }
}

// Failing the query is better than silently rounding money or a counter.
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new ColumnRangeError('int8');
  return value;
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(?::?(\d\d))?$/;

// Sub-millisecond digits are cut: everything here is written in whole milliseconds.
function parseTimestamp(text: string): number {
  const match = TIMESTAMP.exec(text);
  if (match === null) throw new ColumnRangeError('timestamptz');
  const [, day, time, fraction = '', hours, minutes = '00'] = match;
  return Date.parse(`${day}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`);
}

/** In memory of its own: a slice of Node's pool keeps its 8 KB, and what comes from the database is often kept for a while. */
function parseBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow((text.length - 2) / 2);
  bytes.write(text.slice(2), 'hex');
  return bytes;
}

// By type OID. Both databases share the table, so they cannot diverge.
const PARSERS: ReadonlyMap<number, ColumnParser> = new Map<number, ColumnParser>([
  [16, (text) => text === 't'],
  [17, parseBytes],
  [20, parseInteger],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, (text) => JSON.parse(text) as unknown],
  [700, Number],
  [701, Number],
  [1184, parseTimestamp],
  [3802, (text) => JSON.parse(text) as unknown],
]);

const asText: ColumnParser = (text) => text;

/**
 * The parser of a type: int8 → number (throws ColumnRangeError when unsafe), timestamptz → epoch ms, jsonb →
 * parsed, bytea → Buffer. Other types stay text, notably `numeric`, the type of `sum(bigint)` (cast it to
 * int8).
 */
export function columnParser(typeId: number): ColumnParser {
  return PARSERS.get(typeId) ?? asText;
}
