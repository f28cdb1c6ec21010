import { expect, it } from 'vitest';
import type { OutboundResponse } from '#kit';
import { resumedEvents } from './resumed-events.ts';

const EVENTS = Buffer.from('data:1\n\n'.repeat(8192));

async function* inOneChunk(): AsyncGenerator<Uint8Array> {
  yield Promise.resolve(EVENTS);
}

it('reads events along in small pieces, and no further than its reader', async () => {
  const first = { body: inOneChunk() } as unknown as OutboundResponse;
  const events = resumedEvents(first, {
    requestId: 1,
    resume: () => Promise.reject(new Error('nothing to resume')),
    timeoutMs: 1000,
    limitBytes: 1_000_000,
    signal: new AbortController().signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of events) chunks.push(chunk);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(4096);
  expect(Buffer.concat(chunks)).toEqual(EVENTS);
});
