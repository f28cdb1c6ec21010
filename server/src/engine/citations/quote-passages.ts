import type { CitableSource, Citation } from '../turns.ts';
import type { MarkedRange } from './passage-marks.ts';

/** A mark of a few tokens must not bring megabytes: of a longer range the beginning is quoted. */
const MOST_PASSAGES = 16;

/** Not a surrogate that is the second half of a character. */
function countCodePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** Quotes passages of one source. Keeps how far it has counted: a reply may cite a long text hundreds of times. */
export class PassageQuoter {
  readonly #source: CitableSource;
  /** Code points before each passage, made when the first is needed. */
  #codePoints: Uint32Array | undefined;

  constructor(source: CitableSource) {
    this.#source = source;
  }

  /** Undefined for passages that do not exist; a range that goes on behind the last ends there. */
  quote({ first, last }: MarkedRange): Citation | undefined {
    const { text, passageEnds, origin } = this.#source;
    const lastKnown = Math.min(last, first + MOST_PASSAGES - 1, passageEnds.length - 1);
    if (lastKnown < first) return undefined;
    const from = first === 0 ? 0 : passageEnds[first - 1]!;
    const passages = text.slice(from, passageEnds[lastKnown]);
    const citedText = passages.trim();
    if (origin.type === 'web') return { type: 'web', citedText, url: origin.url, title: origin.title };
    const { index: documentIndex, title: documentTitle, fileId, pageStarts } = origin;
    const document = { citedText, documentIndex, documentTitle, fileId };
    const indent = passages.length - passages.trimStart().length;
    const start = from + indent;
    const end = start + citedText.length;
    if (pageStarts) return { type: 'pages', ...document, start: pageOf(pageStarts, start), end: pageOf(pageStarts, end - 1) + 1 };
    // Space is one unit and one code point each.
    const startCodePoint = this.#codePointsBefore(first) + indent;
    return { type: 'chars', ...document, start: startCodePoint, end: startCodePoint + countCodePoints(text, start, end) };
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

/** Pages count from 1. Of pages without text, which begin at one place, it is the last. */
function pageOf(pageStarts: readonly number[], place: number): number {
  return pageStarts.findLastIndex((start) => start <= place) + 1;
}
