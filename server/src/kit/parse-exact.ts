/** Integers a double may not hold, or numbers beyond its range. May match other text, which does no harm. */
const LARGE = /\d{16}|\d[eE]\+?\d{3}/;

/** Missing in the type declarations: the text of a number, and JSON that is written verbatim. */
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

/** A number alone stays a number: a raw one is an object to its reader. */
function isStructure(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/**
 * Like `JSON.parse`, but keeps the text of numbers that a double cannot represent, so a 19-digit id survives. Within objects and lists only,
 * and for values that are only written again as JSON. Throws SyntaxError.
 */
export function parseExact(text: string): unknown {
  return LARGE.test(text) && isStructure(text) ? json.parse(text, keepLarge) : JSON.parse(text);
}
