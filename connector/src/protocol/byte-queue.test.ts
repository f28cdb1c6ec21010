import { expect, it } from 'vitest';
import { ByteQueue } from './byte-queue.ts';

it('returns the bytes that were added, whatever the chunk sizes', () => {
  const queue = new ByteQueue();
  const given: Uint8Array[] = [];
  const taken: Uint8Array[] = [];
  for (let i = 0; i < 3000; i++) {
    const piece = Buffer.alloc(i % 7 === 0 ? 20_000 : i % 50, i % 256);
    given.push(piece);
    queue.push(piece);
    if (i % 3 === 0) taken.push(queue.shift() ?? Buffer.alloc(0));
  }
  for (let piece = queue.shift(); piece; piece = queue.shift()) taken.push(piece);
  expect(Buffer.concat(taken).equals(Buffer.concat(given))).toBe(true);
  expect(queue.length).toBe(0);
});

it('merges chunks of one byte', () => {
  const queue = new ByteQueue();
  for (let i = 0; i < 100_000; i++) queue.push(Buffer.from([i % 256]));
  let pieces = 0;
  while (queue.shift()) pieces++;
  expect(pieces).toBeLessThan(10);
});
