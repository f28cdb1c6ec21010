import { expect, it } from 'vitest';
import { BackOff } from './back-off.ts';

it('D-TUN-10 waits up to 1 s, 2 s … 60 s, and restarts after a connection that lasted a minute', () => {
  const backOff = new BackOff(() => 1);
  const delays = Array.from({ length: 8 }, () => backOff.next(0));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(backOff.next(59_999)).toBe(60_000);
  expect(backOff.next(60_000)).toBe(1000);
});

it('D-TUN-10 waits a random time, so that many connectors do not reconnect at once', () => {
  const delays = Array.from({ length: 100 }, () => new BackOff().next(0));
  expect(new Set(delays).size).toBeGreaterThan(90);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1000);
});
