import { RawJson } from '#kit';

/** Approximate characters of one piece, and of a string written at once. */
const PIECE_CHARACTERS = 262_144;

/** Serializes plain data like `stringifyRaw`, in pieces that each take about a millisecond. */
export function* writeJson(value: unknown): Generator<string> {
  let piece = '';
  for (const text of tokensOf(value)) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* tokensOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* stringTokens(value);
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* listTokens(value);
  else if (value instanceof RawJson) yield value.text;
  else yield* objectTokens(value);
}

function* listTokens(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [i, item] of list.entries()) {
    if (i > 0) yield ',';
    yield* tokensOf(item);
  }
  yield ']';
}

function* objectTokens(object: object): Generator<string> {
  let before = '{';
  for (const [name, item] of Object.entries(object)) {
    if (item === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* tokensOf(item);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

function* stringTokens(text: string): Generator<string> {
  if (text.length <= PIECE_CHARACTERS) return yield JSON.stringify(text);
  yield '"';
  for (let from = 0; from < text.length;) {
    const to = endOfSlice(text, from + PIECE_CHARACTERS);
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
  yield '"';
}

/** Never between the halves of a surrogate pair, which would then be written as escapes. */
function endOfSlice(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
