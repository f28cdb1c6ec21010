import type { CitableSource } from '../turns.ts';

/**
 * Passage 3 of source 0 is `[[c0.3]]`: in the prompt before the passage, and in the reply after the text it
 * supports. Plain ASCII, so that every vocabulary can copy it and JSON and Markdown leave it alone. Without
 * the letter it would be a matrix, which models do write (ADR 0026).
 */
export function markOf(source: number, passage: number): string {
  return `[[c${source}.${passage}]]`;
}

/**
 * The characters between the brackets. Anything longer is no mark, so that little of a stream is held back.
 */
const BODY = '[0-9][0-9., c-]{0,40}';

/** A mark as models write it: possibly with several passages, and with a space before it. */
export const MARK = new RegExp(` ?\\[\\[c(${BODY})\\]\\]`, 'g');

/** The end of a text that further text may complete to a mark. Matches every text, usually the empty end. */
export const MARK_BEGINNING = new RegExp(` ?(?:\\[(?:\\[(?:c(?:${BODY}\\]?)?)?)?)?$`);

/** Consecutive passages of one source, both ends included. */
export interface MarkedRange {
  readonly source: number;
  readonly first: number;
  readonly last: number;
}

const RANGE = /^c?(\d{1,9})\.(\d{1,9})(?:-(?:c?\d{1,9}\.)?(\d{1,9}))?$/;

/** What a mark's content refers to. Invalid parts are omitted. */
export function readMark(body: string): MarkedRange[] {
  return body.split(',').flatMap((part) => {
    const [, source, first, last = first] = RANGE.exec(part.trim()) ?? [];
    return first === undefined ? [] : [{ source: Number(source), first: Number(first), last: Number(last) }];
  });
}

/**
 * The source as the model reads it, complete or from passage `first` to before `end`: each passage on its own
 * line after its mark.
 */
export function markPassages(
  { text, passageEnds }: CitableSource,
  number: number,
  first = 0,
  end = passageEnds.length,
): string {
  const lines: string[] = [];
  for (let passage = first; passage < Math.min(end, passageEnds.length); passage++) {
    const line = text.slice(passage === 0 ? 0 : passageEnds[passage - 1], passageEnds[passage]);
    lines.push(markOf(number, passage), ' ', line);
    if (!line.endsWith('\n')) lines.push('\n');
  }
  return lines.join('');
}

/** Tells the model how to cite. The same wording for all engines. */
export const CITING_INSTRUCTION =
  'Texts that can be cited are given in numbered passages: a line that begins with a mark such as [[c0.3]] is passage 3 of source 0. ' +
  'When passages support a sentence of your answer, write their marks right after its full stop: [[c0.3]] for one passage, ' +
  '[[c0.3-5]] for passages 3 to 5, [[c0.3]][[c1.0]] for passages apart. ' +
  'Use only marks you were given and only where the passage says it, and do not write about the marks.';
