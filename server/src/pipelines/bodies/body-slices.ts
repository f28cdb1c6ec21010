/** A parsed body without its long lists, as plain data. */
export interface DividedBody {
  readonly frame: unknown;
  readonly lists: readonly (readonly unknown[])[];
}

export type BodySlice =
  | { readonly frame: unknown; readonly lists: number }
  | { readonly list: number; readonly items: readonly unknown[] };

/**
 * A slice is deserialized in a few milliseconds: at most this many items, or one item beyond this many
 * characters.
 */
const MOST_ITEMS = 512;
const MOST_CHARACTERS = 1_048_576;

/** Splits a body into slices, each small enough for a busy thread to deserialize. The frame comes first. */
export function* slicesOf(
  { frame, lists }: DividedBody,
  charactersOf: (item: never) => number,
): Generator<BodySlice> {
  yield { frame, lists: lists.length };
  for (const [list, items] of lists.entries())
    for (const slice of cut(items, charactersOf)) yield { list, items: slice };
}

function* cut(
  items: readonly unknown[],
  charactersOf: (item: never) => number,
): Generator<readonly unknown[]> {
  let from = 0;
  let characters = 0;
  for (const [i, item] of items.entries()) {
    characters += charactersOf(item as never);
    if (i + 1 - from < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    yield items.slice(from, i + 1);
    from = i + 1;
    characters = 0;
  }
  if (from < items.length) yield items.slice(from);
}

/** A text in pieces of a slice each. */
export function cutText(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += MOST_CHARACTERS) pieces.push(text.slice(at, at + MOST_CHARACTERS));
  return pieces;
}

/** Concatenated one by one, because V8 then refers to the pieces; `join` would copy them all at once. */
export function joinText(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}

/** Reassembles the slices of one body. */
export class SlicedBody {
  #frame: unknown;
  #lists: unknown[][] = [];

  take(slice: BodySlice): void {
    if ('frame' in slice) {
      this.#frame = slice.frame;
      this.#lists = Array.from({ length: slice.lists }, () => []);
    } else this.#lists[slice.list]!.push(...slice.items);
  }

  whole(): DividedBody {
    return { frame: this.#frame, lists: this.#lists };
  }
}
