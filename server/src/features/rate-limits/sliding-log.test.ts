import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlidingLog } from './sliding-log.ts';

const WINDOW_MS = 60_000;

describe('SlidingLog', () => {
  it('LIMIT-06 accepts exactly the limit within a window and refuses the next', () => {
    const log = new SlidingLog();
    for (let i = 0; i < 600; i++) expect(log.take(1000 + i, 600, WINDOW_MS)).toBe(0);
    expect(log.take(2000, 600, WINDOW_MS)).toBe(1000 + WINDOW_MS - 2000);
  });

  it('LIMIT-07 returns capacity as old requests age out, one by one', () => {
    const log = new SlidingLog();
    for (const at of [0, 100, 200]) log.take(at, 3, WINDOW_MS);
    expect(log.take(WINDOW_MS - 1, 3, WINDOW_MS)).toBe(1);
    expect(log.take(WINDOW_MS, 3, WINDOW_MS)).toBe(0);
    expect(log.take(WINDOW_MS + 1, 3, WINDOW_MS)).toBe(99);
  });

  it('agrees with a plain list of timestamps, whatever the arrivals and limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 200 }),
        (limit, gaps) => {
          const log = new SlidingLog();
          const accepted: number[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            const recent = accepted.filter((at) => at > now - WINDOW_MS);
            const waitMs = log.take(now, limit, WINDOW_MS);
            expect(waitMs === 0).toBe(recent.length < limit);
            if (waitMs === 0) accepted.push(now);
            else expect(now + waitMs).toBe(recent.at(-limit)! + WINDOW_MS);
          }
        },
      ),
    );
  });

  it('waits for as many to age out as a lowered limit asks', () => {
    const log = new SlidingLog();
    for (const at of [0, 10, 20, 30]) log.take(at, 4, WINDOW_MS);
    expect(log.take(40, 2, WINDOW_MS)).toBe(20 + WINDOW_MS - 40);
  });

  it('is idle once everything aged out', () => {
    const log = new SlidingLog();
    log.take(0, 1, WINDOW_MS);
    expect(log.idle(WINDOW_MS - 1, WINDOW_MS)).toBe(false);
    expect(log.idle(WINDOW_MS, WINDOW_MS)).toBe(true);
  });
});
