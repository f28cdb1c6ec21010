/** A part of a text, in UTF-16 units. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

const FENCE = '```';

/** What stands in the first code fence, without its language; up to the last fence, as JSON may hold fences of its own. */
function fenced(text: string): TextPart | undefined {
  const opening = text.indexOf(FENCE);
  const start = opening < 0 ? -1 : text.indexOf('\n', opening);
  const end = text.lastIndexOf(FENCE);
  return start < 0 || end <= start ? undefined : { start: start + 1, end };
}

/** From the first bracket to the last. */
function bracketed(text: string): TextPart | undefined {
  const start = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  return start < 0 || end <= start ? undefined : { start, end };
}

/** Where a model may have put its JSON although it was asked to write nothing else: all of the text first. */
export function findJson(text: string): readonly TextPart[] {
  return [{ start: 0, end: text.length }, fenced(text), bracketed(text)].filter((part) => part !== undefined);
}
