import { setImmediate } from 'node:timers/promises';
import type { DocumentFormat } from './content-part.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';

/** First line of a stored text extraction. The text of all pages follows. */
interface Head {
  readonly format: DocumentFormat;
  /** Length of each page in UTF-16 units. */
  readonly pages: readonly number[];
}

/** Takes a few milliseconds; a whole document would block the event loop for fifty. */
const SLICE_CHARACTERS = 1_048_576;
const FIRST_SURROGATES = { from: 0xd800, to: 0xdbff } as const;

/** Encodes a document's extracted text for storage. The text is well-formed, so UTF-8 preserves it. */
export async function* encodeReading({ format, pages }: DocumentReading): AsyncGenerator<Uint8Array> {
  const head: Head = { format, pages: pages.map(({ text }) => text.length) };
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  for (const { text } of pages) {
    for (const slice of slices(text)) {
      yield Buffer.from(slice);
      await setImmediate();
    }
  }
}

/**
 * Reverses `encodeReading`. `expect` receives the number of characters before they are decoded, and may
 * refuse them by throwing.
 */
export async function decodeReading(
  bytes: AsyncIterable<Uint8Array>,
  expect: (characters: number) => void,
): Promise<DocumentReading> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let head: Head | undefined;
  let text = '';
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    const lineEnd = head ? -1 : text.indexOf('\n');
    if (lineEnd < 0) continue;
    // `encodeReading` wrote it, and the store guarantees its bytes.
    head = JSON.parse(text.slice(0, lineEnd)) as Head;
    text = text.slice(lineEnd + 1);
    expect(head.pages.reduce((sum, length) => sum + length, 0));
  }
  if (!head) throw new Error('a kept reading has no first line');
  return { format: head.format, pages: cut(text + decoder.decode(), head.pages) };
}

function cut(text: string, lengths: readonly number[]): DocumentReading['pages'] {
  let at = 0;
  return lengths.map((length, index) => {
    const page = { number: index + 1, text: text.slice(at, at + length) };
    at += length;
    return page;
  });
}

/** Slices of a text that split no character. */
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + SLICE_CHARACTERS, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= FIRST_SURROGATES.from && last <= FIRST_SURROGATES.to) end--;
    yield text.slice(at, end);
    at = end;
  }
}
