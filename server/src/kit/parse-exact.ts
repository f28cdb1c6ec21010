/** Integers a double may not hold, or numbers beyond its range. May match other text, which does no harm. */
const LARGE = /\d{16}|\d[eE]\+?\d{3}/;

/** What the language has and its declarations here do not: the text of a number, and JSON that is written as it is. */
const json = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
};

function keepLarge(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (
    typeof value !== 'number' ||
    Number.isSafeInteger(value) ||
    (Number.isFinite(value) && !Number.isInteger(value))
  )
    return value;
  return json.rawJSON(source);
}

/** A number alone stays a number: what is kept raw is an object to whoever asks. */
function isStructure(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/**
 * As `JSON.parse`, save that within objects and lists numbers which would become others are kept as they stand. For values that are written again as
 * JSON and not looked at: an id of 19 digits in the arguments of a call must not come out as its neighbour. Throws SyntaxError.
 */
export function parseExact(text: string): unknown {
  return LARGE.test(text) && isStructure(text) ? json.parse(text, keepLarge) : JSON.parse(text);
}
