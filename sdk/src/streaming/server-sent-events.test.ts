import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents, type ServerSentEvent } from './server-sent-events.ts';

function bodyOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  );
  return new ReadableStream({
    start(controller) {
      for (const [i, place] of places.slice(1).entries()) controller.enqueue(bytes.slice(places[i], place));
      controller.close();
    },
  });
}

async function eventsOf(text: string, cuts: readonly number[] = []): Promise<ServerSentEvent[]> {
  return Array.fromAsync(readEvents(bodyOf(new TextEncoder().encode(text), cuts)));
}

const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, ''));
const event = fc.record({
  name: fc.option(line),
  data: fc.array(line, { minLength: 1, maxLength: 3 }),
  comment: fc.option(line),
});
const ends = fc.constantFrom('\n', '\r\n', '\r');

describe('readEvents', () => {
  it('gives the same events however the bytes are cut and lines are ended', async () => {
    const anything = fc.asyncProperty(
      fc.array(event, { maxLength: 6 }),
      ends,
      fc.array(fc.nat(), { maxLength: 40 }),
      async (events, end, cuts) => {
        const text = events
          .map(({ name, data, comment }) => {
            const head = [
              ...(comment === null ? [] : [`: ${comment}`]),
              ...(name === null ? [] : [`event: ${name}`]),
            ];
            return [...head, ...data.map((one) => `data: ${one}`), '', ''].join(end);
          })
          .join('');
        const expected = events.map(({ name, data }) => ({ event: name ?? '', data: data.join('\n') }));
        expect(await eventsOf(text, cuts)).toEqual(expected);
      },
    );
    await fc.assert(anything, { numRuns: 300 });
  });

  it('takes a field without a space and one without a value', async () => {
    expect(await eventsOf('data:x\ndata\n\n')).toEqual([{ event: '', data: 'x\n' }]);
  });

  it('has no event that is not ended, and none of comments alone', async () => {
    expect(await eventsOf(': ping\n\ndata: a\n\ndata: b')).toEqual([{ event: '', data: 'a' }]);
  });

  it('puts characters together that come in pieces', async () => {
    const bytes = new TextEncoder().encode('data: 😀é\n\n');
    const everywhere = Array.from(bytes, (_, index) => index);
    expect(await Array.fromAsync(readEvents(bodyOf(bytes, everywhere)))).toEqual([
      { event: '', data: '😀é' },
    ]);
  });
});
