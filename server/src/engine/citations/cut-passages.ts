/** A passage goes on over shorter sentences and lines: a mark costs tokens. */
const LEAST_CHARACTERS = 60;
/** A longer sentence is cut between words. */
const MOST_CHARACTERS = 400;

/** The same as `trim` takes for space. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff;
}

/** Chinese and Japanese sentences end without a space, and closing brackets may follow the end. */
const WIDE_ENDS = '。！？';
const BEHIND_WIDE_END = `${WIDE_ENDS}」』）”’`;
const SENTENCE_END = /[.!?…]["'”’»)\]]{0,3}$/;
const SENTENCE_END_CHARACTERS = 4;

/** A word, or a sentence of a script without spaces, and the space behind it. */
interface Word {
  readonly end: number;
  readonly endsSentence: boolean;
}

function readWord(text: string, start: number): Word {
  let at = start;
  let wide = false;
  for (; at < text.length && at - start < MOST_CHARACTERS; at++) {
    if (isSpace(text.charCodeAt(at)) || (wide && !BEHIND_WIDE_END.includes(text[at]!))) break;
    wide ||= WIDE_ENDS.includes(text[at]!);
  }
  // Nothing is cut between the two halves of a character.
  if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) at++;
  const wordEnd = at;
  let line = false;
  for (; at < text.length && isSpace(text.charCodeAt(at)); at++) line ||= text.charCodeAt(at) === 10;
  const tail = text.slice(Math.max(start, wordEnd - SENTENCE_END_CHARACTERS), wordEnd);
  return { end: at, endsSentence: wide || line || SENTENCE_END.test(tail) };
}

/**
 * Cuts a text into sentences or lines of bounded length, none across pages: where each ends, in UTF-16 units. Space belongs
 * to the passage before it, at the beginning to the first, so that together they are the text; a text of nothing else has
 * no passage. The same text is always cut the same way, in linear time.
 */
export function cutPassages(text: string, pageStarts: readonly number[] = []): Uint32Array {
  const ends: number[] = [];
  let start = 0;
  let page = 0;
  let at = text.length - text.trimStart().length;
  const first = at;
  const cut = (): void => {
    if (at > start && at > first) ends.push(at);
    if (at > first) start = at;
  };
  while (at < text.length) {
    const word = readWord(text, at);
    const newPage = page < pageStarts.length && pageStarts[page]! <= at;
    while (page < pageStarts.length && pageStarts[page]! <= at) page++;
    if (newPage || word.end - start > MOST_CHARACTERS) cut();
    at = word.end;
    if (word.endsSentence && at - start >= LEAST_CHARACTERS) cut();
  }
  cut();
  return Uint32Array.from(ends);
}
