import { expect, it } from 'vitest';
import type { CallRecord } from '#store';
import { MinuteBound } from './minute-bound.ts';

/** Keeps what was written, and counts how often a record was read. */
function startBound() {
  const kept: CallRecord[] = [];
  const time = { nowMs: 0, read: 0 };
  const bound = new MinuteBound({ monotonicMs: () => time.nowMs }, (record) => kept.push(record));
  const add = (callerId: string, count: number): void => {
    for (let n = 0; n < count; n++)
      bound.add(callerId, () => ({ request_id: `${callerId}_${time.read++}` }) as CallRecord);
  };
  return { bound, kept, time, add };
}

it('keeps a hundred records of a caller in a minute, and one that counts the rest', () => {
  const { bound, kept, time, add } = startBound();
  add('flood', 1_000);
  expect([kept.length, time.read]).toEqual([100, 101]);
  time.nowMs = 59_999;
  bound.roll();
  expect(kept.length).toBe(100);
  time.nowMs = 60_000;
  bound.roll();
  expect(kept.slice(100)).toEqual([{ request_id: 'flood_100', unlisted_calls: 899 }]);
  add('flood', 1);
  expect(kept.length).toBe(102);
});

it('counts each caller alone, and says nothing of those below the bound', () => {
  const { bound, kept, add } = startBound();
  add('flood', 102);
  add('other', 100);
  bound.end();
  expect(kept.filter(({ request_id: id }) => id.startsWith('other')).length).toBe(100);
  expect(kept.at(-1)).toEqual({ request_id: 'flood_100', unlisted_calls: 1 });
  bound.end();
  expect(kept.length).toBe(201);
});

it('keeps the only record beyond the bound as it is', () => {
  const { bound, kept, add } = startBound();
  add('flood', 101);
  bound.end();
  expect([kept.length, kept.at(-1)]).toEqual([101, { request_id: 'flood_100' }]);
});

it('counts no more than ten thousand callers at a time', () => {
  const { bound, kept, time } = startBound();
  const add = (n: number): boolean => bound.add(`key_${n}`, () => ({}) as CallRecord);
  for (let n = 0; n < 10_000; n++) expect(add(n)).toBe(true);
  expect([add(10_000), kept.length]).toEqual([false, 10_000]);
  time.nowMs = 60_000;
  expect(add(10_000)).toBe(true);
});
