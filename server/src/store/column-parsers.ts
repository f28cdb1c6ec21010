/** Turns PostgreSQL's text form of one column into a value. */
export type ColumnParser = (text: string) => unknown;

/** A value of the database that no JavaScript value can hold without loss. */
class ColumnRangeError extends Error {
  constructor(type: string) {
    super(`a ${type} value of the database is out of range`);
    this.name = 'ColumnRangeError';
  }
}

// Rounding money or a counter silently is worse than failing the query.
function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new ColumnRangeError('int8');
  return value;
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(?::?(\d\d))?$/;

// Sub-millisecond digits are cut, as every writer here has whole milliseconds.
function parseTimestamp(text: string): number {
  const match = TIMESTAMP.exec(text);
  if (match === null) throw new ColumnRangeError('timestamptz');
  const [, day, time, fraction = '', hours, minutes = '00'] = match;
  return Date.parse(`${day}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`);
}

// By type OID. One table for both databases, so that they cannot drift apart.
const PARSERS: ReadonlyMap<number, ColumnParser> = new Map<number, ColumnParser>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
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
 * The parser of a type: int8 → number (throws ColumnRangeError when unsafe), timestamptz → epoch ms, jsonb → parsed,
 * bytea → Buffer. Types not listed stay text: above all `numeric`, which is what `sum(bigint)` gives (cast it to int8).
 */
export function columnParser(typeId: number): ColumnParser {
  return PARSERS.get(typeId) ?? asText;
}
