const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Deeper objects are part of one above them, whose text contains theirs. Bounds what hostile bodies cost. */
const MAX_DEPTH = 8;

interface Place {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Where an object stands in the text it was parsed from. */
const places = new WeakMap<object, Place>();

/**
 * Like `JSON.parse`, and remembers the text of each object for `jsonText`: parsing rounds large numbers, drops repeated names and
 * sorts names that are numbers. Throws SyntaxError. Takes several times as long as `JSON.parse`.
 */
export function parseWithSources(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) findPlaces(text, value);
  return value;
}

/** JSON of a value, without white space: as it was written where `parseWithSources` read it. */
export function jsonText(value: unknown): string {
  return sourceText(value) ?? JSON.stringify(value);
}

/** As it was written, without white space. Undefined where `parseWithSources` did not read it. */
export function sourceText(value: unknown): string | undefined {
  const place = typeof value === 'object' && value !== null ? places.get(value) : undefined;
  return place && compact(place);
}

/** The container whose members are read. Undefined `value`: an earlier one of a repeated name, or too deep. */
interface Open {
  readonly value: object | undefined;
  readonly from: number;
  /** Of the next member. */
  key: string | number;
}

/** `text` is valid, and `root` was parsed from it. Without recursion: texts of engines may be nested to any depth. */
function findPlaces(text: string, root: object): void {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const top = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (top && typeof top.key === 'string') readName(text, at, end, top);
        at = end - 1;
        break;
      }
      case COMMA:
        if (typeof top?.key === 'number') top.key++;
        break;
      case OBJECT:
        open.push({ value: childOf(top, root, open.length), from: at, key: '' });
        break;
      case LIST:
        open.push({ value: childOf(top, root, open.length), from: at, key: 0 });
        break;
      case OBJECT_END:
      case LIST_END:
        closePlace(text, open.pop()!, at + 1);
        break;
    }
  }
}

function readName(text: string, from: number, end: number, top: Open): void {
  let next = end;
  while (isSpace(text.charCodeAt(next))) next++;
  if (text.charCodeAt(next) === COLON && top.value) top.key = unquote(text.slice(from, end));
}

function closePlace(text: string, { value, from, key }: Open, to: number): void {
  // Under an earlier one of a repeated name, `value` may be a list.
  if (value && typeof key === 'string' && !Array.isArray(value)) places.set(value, { text, from, to });
}

function childOf(top: Open | undefined, root: object, depth: number): object | undefined {
  if (!top) return root;
  if (depth >= MAX_DEPTH || !top.value) return undefined;
  const child: unknown = (top.value as Record<string | number, unknown>)[top.key];
  return typeof child === 'object' && child !== null ? child : undefined;
}

function compact({ text, from, to }: Place): string {
  const parts: string[] = [];
  let start = from;
  for (let at = from; at < to;) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      const end = endOfString(text, at);
      const written = text.slice(at, end);
      if (written.includes('\\')) {
        parts.push(text.slice(start, at), JSON.stringify(unquote(written)));
        start = end;
      }
      at = end;
    } else if (isSpace(character)) {
      parts.push(text.slice(start, at));
      start = ++at;
    } else at++;
  }
  // Joined into a text of its own: a slice would keep the whole body.
  parts.push(text.slice(start, to), '');
  return parts.join('');
}

function unquote(written: string): string {
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function isSpace(character: number): boolean {
  return character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09;
}
