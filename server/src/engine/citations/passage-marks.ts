import type { CitableSource } from '../turns.ts';

/**
 * Passage 3 of source 0 is `[[c0.3]]`, in the prompt before the passage and in the reply behind what it supports. Plain
 * ASCII, so that every vocabulary can copy it and JSON and Markdown leave it alone; without the letter it would be a
 * matrix, which models write (ADR 0026).
 */
export function markOf(source: number, passage: number): string {
  return `[[c${source}.${passage}]]`;
}

/** Characters between the brackets. Longer ones are no mark, so that little is held back of a stream. */
const BODY = '[0-9][0-9., c-]{0,40}';

/** A mark as models write them: several passages at once too, and with a space before it. */
export const MARK = new RegExp(` ?\\[\\[c(${BODY})\\]\\]`, 'g');

/** The end of a text that more text may turn into a mark. Matches every text, most at nothing. */
export const MARK_BEGINNING = new RegExp(` ?(?:\\[(?:\\[(?:c(?:${BODY}\\]?)?)?)?)?$`);

/** Passages of one source in a row, both ends included. */
export interface MarkedRange {
  readonly source: number;
  readonly first: number;
  readonly last: number;
}

const RANGE = /^c?(\d{1,9})\.(\d{1,9})(?:-(?:c?\d{1,9}\.)?(\d{1,9}))?$/;

/** What the inside of a mark names. Parts that name nothing are left out. */
export function readMark(body: string): MarkedRange[] {
  return body.split(',').flatMap((part) => {
    const [, source, first, last = first] = RANGE.exec(part.trim()) ?? [];
    return first === undefined ? [] : [{ source: Number(source), first: Number(first), last: Number(last) }];
  });
}

/** The source as the model reads it, all or from passage `first` to before `end`: each on a line of its own behind its mark. */
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

/** Tells the model how to cite. One wording for all engines. */
export const CITING_INSTRUCTION =
  'Texts that can be cited are given in numbered passages: a line that begins with a mark such as [[c0.3]] is passage 3 of source 0. ' +
  'When passages support a sentence of your answer, write their marks right after its full stop: [[c0.3]] for one passage, ' +
  '[[c0.3-5]] for passages 3 to 5, [[c0.3]][[c1.0]] for passages apart. ' +
  'Use only marks you were given and only where the passage says it, and do not write about the marks.';
