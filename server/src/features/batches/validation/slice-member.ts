const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The original bytes of one member of a JSON object: parsing and serializing would change numbers and duplicate names.
 * Returns the last of duplicates, as everywhere (D-08). `json` is a valid object.
 */
export function sliceMember(json: Buffer, name: string): Buffer | undefined {
  let found: Buffer | undefined;
  let at = skipSpaces(json, json.indexOf('{') + 1);
  while (json[at] === QUOTE) {
    const nameEnd = endOfValue(json, at);
    const from = skipSpaces(json, skipSpaces(json, nameEnd) + 1);
    const end = endOfValue(json, from);
    if (JSON.parse(json.toString('utf8', at, nameEnd)) === name) found = json.subarray(from, end);
    at = skipSpaces(json, end);
    if (json[at] === COMMA) at = skipSpaces(json, at + 1);
  }
  return found;
}

function endOfValue(json: Buffer, from: number): number {
  const first = json[from]!;
  if (first === QUOTE) return endOfString(json, from);
  if (!OPENING.has(first)) return endOfScalar(json, from);
  let depth = 0;
  for (let at = from; ; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at) - 1;
    else if (OPENING.has(byte)) depth++;
    else if (CLOSING.has(byte) && --depth === 0) return at + 1;
  }
}

function endOfString(json: Buffer, from: number): number {
  for (let at = from + 1; ; at++) {
    if (json[at] === BACKSLASH) at++;
    else if (json[at] === QUOTE) return at + 1;
  }
}

function endOfScalar(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== COMMA && !CLOSING.has(json[at]!) && !SPACES.has(json[at]!)) at++;
  return at;
}

function skipSpaces(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && SPACES.has(json[at]!)) at++;
  return at;
}
