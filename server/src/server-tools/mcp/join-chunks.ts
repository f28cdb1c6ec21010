import { ByteCollector } from '#kit';

const SLICE_BYTES = 16_384;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Passes on bytes in chunks of 16 KB or more, or where they are `lines` also at the end of each: the library keeps the chunks of
 * a JSON answer apart until its end, where each costs a hundred bytes.
 */
export async function* joinChunks(
  body: AsyncIterable<Uint8Array>,
  lines: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const collector = new ByteCollector(Number.POSITIVE_INFINITY);
  for await (const chunk of body) {
    collector.add(chunk);
    if (collector.length >= SLICE_BYTES || (lines && (chunk.includes(LINE_FEED) || chunk.includes(RETURN))))
      yield collector.take();
  }
  if (collector.length > 0) yield collector.take();
}
