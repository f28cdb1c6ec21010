import type { CitableSource, Citation } from '../turns.ts';
import type { MarkedRange } from './passage-marks.ts';

/** A mark of a few tokens must not return megabytes: only the beginning of a longer range is quoted. */
const MAX_PASSAGES = 16;
/** More than this many passages have, not counting the whitespace between them, which is unbounded. */
const MAX_CHARACTERS = 8192;

/** Not the second half of a surrogate pair. */
function countCodePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/**
 * Quotes passages of one source. Caches code point offsets: a reply may cite a long text hundreds of times.
 */
export class PassageQuoter {
  readonly #source: CitableSource;
  /** Code points before each passage, computed on first use. */
  #codePoints: Uint32Array | undefined;
  /** Whitespace before the first passage: no other passage begins with any. */
  #indent: number | undefined;

  constructor(source: CitableSource) {
    this.#source = source;
  }

  /** Undefined for passages that do not exist; a range beyond the last passage ends there. */
  quote({ first, last }: MarkedRange): Citation | undefined {
    const { text, passageEnds, origin } = this.#source;
    const lastKnown = Math.min(last, first + MAX_PASSAGES - 1, passageEnds.length - 1);
    if (lastKnown < first) return undefined;
    const start =
      first === 0 ? (this.#indent ??= text.length - text.trimStart().length) : passageEnds[first - 1]!;
    const citedText = beginningOf(text, start, passageEnds[lastKnown]!).trimEnd();
    if (origin.type === 'web') return { type: 'web', citedText, url: origin.url, title: origin.title };
    const { index: documentIndex, title: documentTitle, fileId, pageStarts } = origin;
    const document = { citedText, documentIndex, documentTitle, fileId };
    const end = start + citedText.length;
    if (pageStarts)
      return {
        type: 'pages',
        ...document,
        start: pageOf(pageStarts, start),
        end: pageOf(pageStarts, end - 1) + 1,
      };
    // Every whitespace character is one UTF-16 unit and one code point.
    const startCodePoint = first === 0 ? start : this.#codePointsBefore(first);
    return {
      type: 'chars',
      ...document,
      start: startCodePoint,
      end: startCodePoint + countCodePoints(text, start, end),
    };
  }

  #codePointsBefore(passage: number): number {
    this.#codePoints ??= this.#countPassages();
    return this.#codePoints[passage]!;
  }

  #countPassages(): Uint32Array {
    const { text, passageEnds } = this.#source;
    const before = new Uint32Array(passageEnds.length);
    for (let passage = 1; passage < before.length; passage++) {
      const start = passage === 1 ? 0 : passageEnds[passage - 2]!;
      before[passage] = before[passage - 1]! + countCodePoints(text, start, passageEnds[passage - 1]!);
    }
    return before;
  }
}

/** Never splits a surrogate pair. */
function beginningOf(text: string, start: number, end: number): string {
  if (end - start <= MAX_CHARACTERS) return text.slice(start, end);
  const cut = start + MAX_CHARACTERS;
  return text.slice(start, (text.charCodeAt(cut) & 0xfc00) === 0xdc00 ? cut - 1 : cut);
}

/** Pages start at 1. Of several pages at one offset, all but the last are empty, so returns the last. */
function pageOf(pageStarts: readonly number[], offset: number): number {
  return pageStarts.findLastIndex((start) => start <= offset) + 1;
}
