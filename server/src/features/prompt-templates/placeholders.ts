/** D-PTPL-6. */
const PLACEHOLDER = /\{\{ *([A-Za-z_][A-Za-z0-9_]*) *\}\}/g;

/** A text cut at its placeholders: one more piece of text than names. */
export interface CutText {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

export function cutAtPlaceholders(text: string): CutText {
  const pieces = text.split(PLACEHOLDER);
  return { texts: pieces.filter((_, i) => i % 2 === 0), names: pieces.filter((_, i) => i % 2 === 1) };
}

/** The names in the placeholders of all texts, each once, in the order in which they come. */
export function namesIn(texts: readonly CutText[]): string[] {
  return [...new Set(texts.flatMap(({ names }) => names))];
}
