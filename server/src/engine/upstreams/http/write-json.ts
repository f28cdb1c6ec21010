import { RawJson } from '#kit';

/** Approximate characters of one chunk, and of a string written at once. */
const CHUNK_CHARACTERS = 262_144;

/** Serializes plain data like `stringifyRaw`, in chunks that each take about a millisecond. */
export function* writeJson(value: unknown): Generator<string> {
  let chunk = '';
  for (const text of tokensOf(value)) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
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
  if (text.length <= CHUNK_CHARACTERS) return yield JSON.stringify(text);
  yield '"';
  for (let from = 0; from < text.length;) {
    const to = endOfSlice(text, from + CHUNK_CHARACTERS);
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
