import { describe, expect, it } from 'vitest';
import { LIMITS } from '@svc/contract';
import { PlanWindows, type Allowance, type WindowUse } from './plan-windows.ts';

const allowance: Allowance = {
  monthlyTokens: 100,
  subscribedAtMs: Date.parse('2026-01-01T00:00:00Z'),
  limits: LIMITS,
};
const at = (time: string): number => Date.parse(`2026-11-30T${time}Z`);
const seconds = (time: string): number => at(time) / 1000;
const session = (start: string, end: string, tokens: number): WindowUse => ({
  kind: 'session',
  startS: seconds(start),
  endS: seconds(end),
  usedMilli: tokens * 1000,
});

describe('plan windows', () => {
  it('D-81 count a request in the session it was admitted in, whichever is open when it ends', () => {
    const windows = new PlanWindows();
    windows.reset([session('07:00:00', '12:00:00', 1)]);
    const admittedAtMs = at('11:59:50');
    const open = windows.openSession(allowance, admittedAtMs);
    // The database no longer reports the session, and another one was opened.
    windows.reset([session('12:00:05', '17:00:05', 0)]);
    windows.take(windows.enter(allowance, admittedAtMs, open), 25_000);
    expect(windows.full(allowance, at('12:00:10'))).toEqual([]);
    expect(windows.enter(allowance, at('12:00:10')).session.startS).toBe(seconds('12:00:05'));
  });

  it('D-81 one session is opened by requests that end in a different order than they were admitted', () => {
    const windows = new PlanWindows();
    const [first, second] = [at('12:00:00'), at('12:05:00')];
    windows.take(windows.enter(allowance, second), 1000);
    const late = windows.enter(allowance, first);
    expect(late.session.startS).toBe(seconds('12:05:00'));
  });

  it('LIMIT-20 a month is still full after the clock went back before its end', () => {
    const windows = new PlanWindows();
    const november: WindowUse = {
      kind: 'monthly',
      startS: Date.parse('2026-11-01') / 1000,
      endS: Date.parse('2026-12-01') / 1000,
      usedMilli: 100_000,
    };
    const december: WindowUse = {
      kind: 'monthly',
      startS: november.endS,
      endS: Date.parse('2027-01-01') / 1000,
      usedMilli: 1000,
    };
    windows.reset([december, november]);
    expect(windows.full(allowance, at('23:59:00'))).toMatchObject([{ kind: 'monthly', endS: november.endS }]);
  });
});
