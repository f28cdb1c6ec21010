/** A parsed body without its long lists, as plain data. */
export interface DividedBody {
  readonly frame: unknown;
  readonly lists: readonly (readonly unknown[])[];
}

export type BodySlice =
  | { readonly frame: unknown; readonly lists: number }
  | { readonly list: number; readonly items: readonly unknown[] }
  /** More of a text of the item that came last in the list, or of the item, which is a text. */
  | { readonly list: number; readonly field: LongField | undefined; readonly chunk: string };

/** Texts of items that may be as long as a body. */
const LONG_FIELDS = ['text', 'data', 'value', 'arguments', 'description'] as const;
type LongField = (typeof LONG_FIELDS)[number];
type LongItem = Record<LongField, string>;

/**
 * A slice is deserialized in a few milliseconds: at most this many items, or one item beyond this many
 * characters. A text of an item beyond them comes in chunks.
 */
const MAX_ITEMS = 512;
const MAX_CHARACTERS = 1_048_576;

/** The buffers in a slice, which are handed over and not copied. */
export function buffersIn(slice: BodySlice): ArrayBuffer[] {
  if (!('items' in slice)) return [];
  return slice.items.flatMap((item) => {
    const data = (item as { source?: { data?: unknown } } | null)?.source?.data;
    return data instanceof Uint8Array && data.length > 0 ? [data.buffer as ArrayBuffer] : [];
  });
}

/** Splits a body into slices, each small enough for a busy thread to deserialize. The frame comes first. */
export function* slicesOf(
  { frame, lists }: DividedBody,
  charactersOf: (item: never) => number,
): Generator<BodySlice> {
  yield { frame, lists: lists.length };
  for (const [list, items] of lists.entries())
    for (const slice of cut(items, charactersOf)) {
      const [only] = slice;
      if (slice.length === 1 && isLong(only)) {
        yield { list, items: [''] };
        for (const chunk of cutText(only)) yield { list, field: undefined, chunk };
        continue;
      }
      const field = slice.length === 1 ? longFieldOf(only) : undefined;
      if (field === undefined) yield { list, items: slice };
      else yield* chunkByChunk(list, only as LongItem, field);
    }
}

function longFieldOf(item: unknown): LongField | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const texts = item as Partial<Record<LongField, unknown>>;
  return LONG_FIELDS.find((field) => isLong(texts[field]));
}

function isLong(text: unknown): text is string {
  return typeof text === 'string' && text.length > MAX_CHARACTERS;
}

function* chunkByChunk(list: number, item: LongItem, field: LongField): Generator<BodySlice> {
  yield { list, items: [{ ...item, [field]: '' }] };
  for (const chunk of cutText(item[field])) yield { list, field, chunk };
}

function* cut(
  items: readonly unknown[],
  charactersOf: (item: never) => number,
): Generator<readonly unknown[]> {
  let from = 0;
  let characters = 0;
  for (const [i, item] of items.entries()) {
    const own = charactersOf(item as never);
    // A long one goes alone.
    if (own > MAX_CHARACTERS && i > from) {
      yield items.slice(from, i);
      [from, characters] = [i, 0];
    }
    characters += own;
    if (i + 1 - from < MAX_ITEMS && characters < MAX_CHARACTERS) continue;
    yield items.slice(from, i + 1);
    from = i + 1;
    characters = 0;
  }
  if (from < items.length) yield items.slice(from);
}

/** A text in chunks of a slice each. */
export function cutText(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += MAX_CHARACTERS) chunks.push(text.slice(at, at + MAX_CHARACTERS));
  return chunks;
}

/** Concatenated one by one, because V8 then refers to the chunks; `join` would copy them all at once. */
export function joinText(chunks: readonly string[]): string {
  let text = '';
  for (const chunk of chunks) text += chunk;
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
    } else if ('field' in slice) {
      // V8 refers to both parts, and copies them when the text is read.
      const items = this.#lists[slice.list]!;
      if (slice.field === undefined) items.push(`${items.pop() as string}${slice.chunk}`);
      else (items.at(-1) as LongItem)[slice.field] += slice.chunk;
    } else this.#lists[slice.list]!.push(...slice.items);
  }

  whole(): DividedBody {
    return { frame: this.#frame, lists: this.#lists };
  }
}
