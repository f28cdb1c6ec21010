import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeReading, encodeReading } from './kept-reading.ts';
import type { DocumentReading } from './reader/reader-protocol.ts';

const reading = (...texts: string[]): DocumentReading => ({
  format: 'pdf',
  pages: texts.map((text, index) => ({ number: index + 1, text })),
});
const encoded = async (of: DocumentReading): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(encodeReading(of)));
const inChunks = (bytes: Buffer, length: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    ),
  );

describe('a stored text extraction', () => {
  it('D-42 is unchanged by encoding and decoding, whatever its pages contain and however its bytes arrive', async () => {
    const text = fc.string({ unit: 'binary' }).map((each) => each.toWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(text), fc.integer({ min: 1, max: 7 }), async (texts, length) => {
        const before = reading(...texts);
        const bytes = await encoded(before);
        expect(await decodeReading(inChunks(bytes, length), () => undefined)).toEqual(before);
      }),
    );
  });

  it('splits no character, and keeps byte order marks at the start of a text', async () => {
    const before = reading('\ufeffa\nb', `a${'\u{1f600}'.repeat(600_000)}`, '');
    const bytes = await encoded(before);
    expect(await decodeReading(inChunks(bytes, 100_000), () => undefined)).toEqual(before);
  });

  it('reports how much follows, and returns nothing when that is too much', async () => {
    const stream = inChunks(await encoded(reading('a'.repeat(30_000), 'b'.repeat(20_000))), 1000);
    const received: number[] = [];
    const refused = decodeReading(stream, (characters) => {
      received.push(characters);
      throw new Error('too much');
    });
    await expect(refused).rejects.toThrow('too much');
    expect([received, stream.destroyed]).toEqual([[50_000], true]);
  });
});
