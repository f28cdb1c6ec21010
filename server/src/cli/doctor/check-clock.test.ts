import { expect, it } from 'vitest';
import { checkClock } from './check-clock.ts';

const LEEWAY_S = 60;
const check = (...aheadMs: number[]) =>
  checkClock(
    aheadMs.map((ms, index) => ({ source: `clock ${index}`, aheadMs: ms })),
    LEEWAY_S,
  );

it('has nothing to say without a clock to compare with', () => {
  expect(check().state).toBe('off');
});

it.each([0, 29_000, -29_000, 31_000, -31_000])('SSO-05 takes a difference of %i ms', (aheadMs) => {
  expect(check(aheadMs)).toEqual({ state: 'ok', what: 'clock', detail: 'fits clock 0' });
});

it.each([
  [32_000, '32 s behind clock 1'],
  [-45_000, '45 s ahead of clock 1'],
])('SSO-05 warns at more than half of the leeway, and names the clock: %i ms', (aheadMs, words) => {
  const { state, detail } = check(0, aheadMs);
  expect(state).toBe('warn');
  expect(detail).toContain(words);
  expect(detail).not.toContain('clock 0');
  expect(detail).toContain('beyond 60 s (limits.sso_clock_leeway_s)');
});
