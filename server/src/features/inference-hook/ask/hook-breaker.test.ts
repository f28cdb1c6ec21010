import { expect, it } from 'vitest';
import { HookBreaker } from './hook-breaker.ts';

function failing(times: number) {
  let nowMs = 0;
  const breaker = new HookBreaker({ monotonicMs: () => nowMs });
  for (let i = 0; i < times; i++) {
    expect(breaker.begin()).toBe(true);
    breaker.end('failed');
  }
  return { breaker, wait: (ms: number) => (nowMs += ms) };
}

it('POLICY-15 leaves a hook alone for 30 s after 20 failures in a row', () => {
  expect(failing(19).breaker.begin()).toBe(true);
  const { breaker, wait } = failing(20);
  expect(breaker.begin()).toBe(false);
  wait(29_999);
  expect(breaker.begin()).toBe(false);
  wait(1);
  expect(breaker.begin()).toBe(true);
});

it('POLICY-15 lets one request try after the rest, and begins another if it fails', () => {
  const { breaker, wait } = failing(20);
  wait(30_000);
  expect([breaker.begin(), breaker.begin()]).toEqual([true, false]);
  breaker.end('failed');
  expect(breaker.begin()).toBe(false);
  wait(30_000);
  expect(breaker.begin()).toBe(true);
  breaker.end('verdict');
  expect([breaker.begin(), breaker.begin()]).toEqual([true, true]);
});

it('POLICY-15 a verdict begins the count anew, and a caller who left counts as nothing', () => {
  const { breaker, wait } = failing(19);
  breaker.end('aborted');
  breaker.end('verdict');
  for (let i = 0; i < 19; i++) breaker.end('failed');
  expect(breaker.begin()).toBe(true);
  breaker.end('failed');
  wait(30_000);
  expect(breaker.begin()).toBe(true);
  breaker.end('aborted');
  expect(breaker.begin()).toBe(true);
});
