/** Shorter sentences and lines are joined into one passage, because a mark costs tokens. */
const MIN_CHARACTERS = 60;
/** A longer sentence is cut between words. */
const MAX_CHARACTERS = 400;

/** Matches the whitespace that `trim` removes. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  return (
    code <= 0x200a ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Chinese and Japanese sentences end without whitespace, and closing brackets may follow the end. */
const WIDE_ENDS = '。！？';
const BEHIND_WIDE_END = `${WIDE_ENDS}」』）”’`;
const FIRST_WIDE_END = 0x3002;
const SENTENCE_ENDS = '.!?…';
const BEHIND_SENTENCE_END = `"'”’»)]`;

/** Whether a word ends a sentence, with up to three closing characters after it. */
function endsSentence(text: string, start: number, end: number): boolean {
  let last = end - 1;
  while (last > start && last > end - 4 && BEHIND_SENTENCE_END.includes(text.charAt(last))) last--;
  return SENTENCE_ENDS.includes(text.charAt(last));
}

/** A word, or a sentence of a script without whitespace, and the whitespace after it. */
interface Word {
  readonly end: number;
  readonly endsSentence: boolean;
}

function readWord(text: string, start: number): Word {
  let at = start;
  let wide = false;
  for (; at < text.length && at - start < MAX_CHARACTERS; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) || (wide && !BEHIND_WIDE_END.includes(text.charAt(at)))) break;
    wide ||= code >= FIRST_WIDE_END && WIDE_ENDS.includes(text.charAt(at));
  }
  // Never cuts between the two halves of a surrogate pair.
  if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) at++;
  const wordEnd = at;
  let line = false;
  for (; at < text.length && isSpace(text.charCodeAt(at)); at++) line ||= text.charCodeAt(at) === 10;
  return { end: at, endsSentence: wide || line || endsSentence(text, start, wordEnd) };
}

/**
 * Cuts a text into sentences or lines of bounded length, never across pages. Whitespace belongs to the
 * passage before it, and leading whitespace to the first, so that the passages add up to the text; a text of
 * whitespace has no passage. The same text is always cut the same way, in linear time and in any number of
 * steps.
 */
export class PassageCutter {
  readonly #text: string;
  readonly #pageStarts: readonly number[];
  readonly #ends: number[] = [];
  readonly #first: number;
  #start = 0;
  #page = 0;
  #at: number;

  constructor(text: string, pageStarts: readonly number[] = []) {
    this.#text = text;
    this.#pageStarts = pageStarts;
    this.#first = text.length - text.trimStart().length;
    this.#at = this.#first;
  }

  /** The end of each passage in the text, in UTF-16 units. */
  get ends(): Uint32Array {
    return Uint32Array.from(this.#ends);
  }

  /** Continues for this many characters. True when done. */
  advance(characters: number): boolean {
    const until = Math.min(this.#at + characters, this.#text.length);
    while (this.#at < until) {
      const word = readWord(this.#text, this.#at);
      if (this.#entersPage() || word.end - this.#start > MAX_CHARACTERS) this.#cut();
      this.#at = word.end;
      if (word.endsSentence && this.#at - this.#start >= MIN_CHARACTERS) this.#cut();
    }
    if (this.#at < this.#text.length) return false;
    this.#cut();
    return true;
  }

  #entersPage(): boolean {
    const page = this.#page;
    while (this.#page < this.#pageStarts.length && this.#pageStarts[this.#page]! <= this.#at) this.#page++;
    return this.#page > page;
  }

  #cut(): void {
    if (this.#at === this.#start || this.#at === this.#first) return;
    this.#ends.push(this.#at);
    this.#start = this.#at;
  }
}

/** Cuts a text of moderate length in one step. */
export function cutPassages(text: string, pageStarts?: readonly number[]): Uint32Array {
  const cutter = new PassageCutter(text, pageStarts);
  cutter.advance(Infinity);
  return cutter.ends;
}
