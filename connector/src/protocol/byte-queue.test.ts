import { expect, it } from 'vitest';
import { ByteQueue } from './byte-queue.ts';

it('returns the bytes that were added, whatever the chunk sizes', () => {
  const queue = new ByteQueue();
  const given: Uint8Array[] = [];
  const taken: Uint8Array[] = [];
  for (let i = 0; i < 3000; i++) {
    const chunk = Buffer.alloc(i % 7 === 0 ? 20_000 : i % 50, i % 256);
    given.push(chunk);
    queue.push(chunk);
    if (i % 3 === 0) taken.push(queue.shift() ?? Buffer.alloc(0));
  }
  for (let chunk = queue.shift(); chunk; chunk = queue.shift()) taken.push(chunk);
  expect(Buffer.concat(taken).equals(Buffer.concat(given))).toBe(true);
  expect(queue.length).toBe(0);
});

it('merges chunks of one byte', () => {
  const queue = new ByteQueue();
  for (let i = 0; i < 100_000; i++) queue.push(Buffer.from([i % 256]));
  let chunks = 0;
  while (queue.shift()) chunks++;
  expect(chunks).toBeLessThan(10);
});
