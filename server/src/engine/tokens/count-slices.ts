/** What the counting thread takes in one turn: 200 KB of anything takes it less than 60 ms. */
const SLICE_CHARACTERS = 131_072;

/** Where a slice begins. */
export interface SlicePlace {
  readonly text: number;
  readonly at: number;
}

/** A part of a count: whole texts, and at the end perhaps the beginning of one. The first of them may continue one. */
export interface CountSlice {
  readonly words: readonly string[];
  /** The last word ends its text. */
  readonly endsText: boolean;
  /** Undefined: it is the last slice. */
  readonly next: SlicePlace | undefined;
}

/** The slice of these texts that begins at a place. */
export function sliceAt(texts: readonly string[], { text: first, at }: SlicePlace): CountSlice {
  const words: string[] = [];
  let room = SLICE_CHARACTERS;
  for (let text = first, from = at; text < texts.length; text++, from = 0) {
    const word = texts[text]!.slice(from, from + room);
    words.push(word);
    room -= word.length;
    if (from + word.length < texts[text]!.length)
      return { words, endsText: false, next: { text, at: from + word.length } };
    if (room === 0 && text + 1 < texts.length)
      return { words, endsText: true, next: { text: text + 1, at: 0 } };
  }
  return { words, endsText: true, next: undefined };
}
