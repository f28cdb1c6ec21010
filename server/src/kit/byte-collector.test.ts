import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteCollector } from './byte-collector.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Allocating a million chunks of one byte takes eight seconds. */
const TOTAL_BYTES = 250_000;

it('holds less than 8 bytes for each byte kept, whatever the size of the pieces', () => {
  for (const chunkBytes of [1, 7, 1000, 65_536]) {
    const before = liveBytes();
    const collector = new ByteCollector(Number.MAX_SAFE_INTEGER);
    let held = 0;
    for (let sent = 0; sent < TOTAL_BYTES; sent += chunkBytes) {
      // Memory of its own, as what Node's parser hands over has.
      collector.add(Buffer.allocUnsafeSlow(chunkBytes));
      held = Math.max(held, collector.heldBytes / collector.length);
    }
    expect(liveBytes() - before).toBeLessThan(8 * TOTAL_BYTES);
    expect(collector.length).toBeGreaterThanOrEqual(TOTAL_BYTES);
    // The first allocation is small, but not as small as a chunk.
    expect(collector.heldBytes).toBeLessThan(3 * collector.length);
  }
});

it('gives back what was added, in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 3000 })),
      fc.option(fc.nat(20_000)),
      (chunks, expected) => {
        const collector = new ByteCollector(Number.MAX_SAFE_INTEGER, expected ?? undefined);
        for (const chunk of chunks) expect(collector.add(chunk)).toBe(true);
        const whole = Buffer.concat(chunks);
        expect(collector.length).toBe(whole.length);
        expect(collector.bytes.equals(whole)).toBe(true);
        expect(collector.take().equals(whole)).toBe(true);
        expect(collector.take()).toHaveLength(0);
      },
    ),
  );
});

it('does not copy a single piece, and does not change a piece it was given', () => {
  const first = Buffer.from('first');
  const collector = new ByteCollector(100);
  collector.add(first);
  expect(collector.bytes.buffer).toBe(first.buffer);
  collector.add(Buffer.from(' second'));
  expect(collector.take().toString()).toBe('first second');
  expect(first.toString()).toBe('first');
});

it('takes an announced size when bytes come, not before, and not more', () => {
  const collector = new ByteCollector(50_000_000, 40_000);
  collector.add(Buffer.alloc(1000));
  collector.add(Buffer.alloc(1000));
  expect(collector.heldBytes).toBe(4000);
  for (let i = 2; i < 40; i++) collector.add(Buffer.alloc(1000));
  expect(collector.heldBytes).toBe(40_000);
  collector.add(Buffer.alloc(1000));
  expect(collector.length).toBe(41_000);
});

it.each([32_000_000, undefined])(
  'grows in place when it is large, up to an announced size of %s',
  (announced) => {
    const collector = new ByteCollector(50_000_000, announced);
    const buffers = new Set<ArrayBufferLike>();
    for (let i = 0; i < 32; i++) {
      collector.add(Buffer.alloc(1_000_000, i));
      buffers.add(collector.bytes.buffer);
      expect(collector.heldBytes).toBeLessThanOrEqual(2 * collector.length);
    }
    // The first chunk itself, and what was copied once.
    expect(buffers.size).toBe(2);
    const taken = collector.take();
    expect(taken).toHaveLength(32_000_000);
    for (let i = 0; i < 32; i++) expect(taken[i * 1_000_000 + 999_999]).toBe(i);
    collector.add(Buffer.from('next'));
    collector.add(Buffer.from(' one'));
    expect([collector.take().toString(), taken[0]]).toEqual(['next one', 0]);
  },
);

it('goes on beyond what it reserved', () => {
  const collector = new ByteCollector(100_000_000);
  const chunk = Buffer.alloc(4_000_000, 7);
  for (let i = 0; i < 20; i++) collector.add(chunk);
  const taken = collector.take();
  expect([taken.length, taken.every((byte) => byte === 7)]).toEqual([80_000_000, true]);
});

it('lets go of everything at the first byte over the limit', () => {
  const collector = new ByteCollector(10);
  expect(collector.add(Buffer.alloc(10))).toBe(true);
  expect(collector.add(Buffer.alloc(1))).toBe(false);
  expect(collector.heldBytes).toBe(0);
  expect(collector.add(Buffer.alloc(1))).toBe(false);
});

it('is what all folders put pieces together with: nobody keeps a list of them to join at the end', () => {
  const root = new URL('../', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const joining = files.filter((name) =>
    /Buffer\.concat\((?!\[)|Buffer\.concat\(\[\.\.\./.test(readFileSync(root + name, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(joining).toEqual([]);
});
