import type { ExactnessScan } from './exactness-scan.ts';

/** How much any body may hold. */
export interface JsonBounds {
  /** Nesting levels of objects and lists. */
  readonly depth: number;
  /** The body itself, plus everything in its objects and lists. */
  readonly values: number;
  /** Length of one name in an object, as written. */
  readonly keyBytes: number;
}

/**
 * The first bound a text exceeds, and whether one of its strings holds half of a surrogate pair, which can
 * only be written as an escape.
 */
export interface JsonScan {
  readonly beyond: keyof JsonBounds | undefined;
  readonly loneSurrogate: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const LETTER_D = 0x64;
const LETTER_M = 0x6d;
const LETTER_S = 0x73;
const LETTER_U = 0x75;
/** `\uD83D` */
const ESCAPE_BYTES = 6;

/** Calls are below blocks of messages. */
const WATCHED_IN_MESSAGES = 6;
/** Schemas are below tools, or below members of items. */
const WATCHED_IN_LISTS = 4;
const WATCHED_IN_OBJECTS = 2;
/** A level that no body has. */
const UNWATCHED = 0x3f_ff_ff_ff;

/**
 * Scans the bytes of a JSON text once before it is parsed: some inputs take a thousand times longer to parse
 * than to scan. Does not validate JSON; up to the first error the counts are those of its values. `exactness` is shown
 * the levels on which objects stand that a call passes on.
 */
export function scanJson(
  bytes: Uint8Array,
  { depth: mostDepth, values: mostValues, keyBytes: mostKeyBytes }: JsonBounds,
  exactness?: ExactnessScan,
): JsonScan {
  const end = bytes.length;
  let loneSurrogate = false;
  let depth = 0;
  let values = 1;
  let i = 0;
  let watched = UNWATCHED;
  let inMessages = false;
  const stop = (beyond: keyof JsonBounds): JsonScan => ({ beyond, loneSurrogate });
  while (i < end) {
    const byte = bytes[i++]!;
    if (byte === QUOTE) {
      const from = i;
      for (; i < end; i++) {
        const character = bytes[i];
        if (character === QUOTE) break;
        if (character !== BACKSLASH || bytes[++i] !== LETTER_U) continue;
        const half = surrogateAt(bytes, i - 1);
        if (half === undefined) continue;
        if (half === 'high' && surrogateAt(bytes, i - 1 + ESCAPE_BYTES) === 'low') i += ESCAPE_BYTES;
        else loneSurrogate = true;
      }
      const to = i++;
      if (to - from > mostKeyBytes && bytes[skipSpace(bytes, i)] === COLON) return stop('keyBytes');
      if (depth >= watched) exactness?.string(bytes, from, to, bytes[skipSpace(bytes, i)] === COLON);
      else if (depth === 1) inMessages = isMessages(bytes, from, to);
    } else if (byte === COMMA) {
      if (++values > mostValues) return stop('values');
    } else if (byte === LIST || byte === OBJECT) {
      if (++depth > mostDepth) return stop('depth');
      if (depth === 2 && exactness) watched = watchedFrom(byte, inMessages);
      if (depth >= watched) exactness?.open();
      i = skipSpace(bytes, i);
      if (bytes[i] !== LIST_END && bytes[i] !== OBJECT_END && ++values > mostValues) return stop('values');
    } else if (byte === LIST_END || byte === OBJECT_END) {
      if (depth-- >= watched) exactness?.close();
    } else if (depth >= watched && isNumberStart(byte)) i = exactness!.number(bytes, i - 1);
  }
  return { beyond: undefined, loneSurrogate };
}

function watchedFrom(byte: number, inMessages: boolean): number {
  if (byte === OBJECT) return WATCHED_IN_OBJECTS;
  return inMessages ? WATCHED_IN_MESSAGES : WATCHED_IN_LISTS;
}

/** Whether a string is `messages`, told from `metadata` by its third letter. Another name is only watched more closely. */
function isMessages(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 8 && bytes[from] === LETTER_M && bytes[from + 2] === LETTER_S;
}

function isNumberStart(byte: number): boolean {
  return byte === MINUS || (byte >= DIGIT_0 && byte <= DIGIT_9);
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i++;
  return i;
}

/**
 * Which half of a surrogate pair the escape at `at` is, by its first two digits: `D8` to `DB` or `DC` to
 * `DF`.
 */
function surrogateAt(bytes: Uint8Array, at: number): 'high' | 'low' | undefined {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U || lowerCase(bytes[at + 2]) !== LETTER_D)
    return undefined;
  const digit = lowerCase(bytes[at + 3]);
  if (digit === 0x38 || digit === 0x39 || digit === 0x61 || digit === 0x62) return 'high';
  return digit >= 0x63 && digit <= 0x66 ? 'low' : undefined;
}

function lowerCase(byte: number | undefined): number {
  return (byte ?? 0) | 0x20;
}
