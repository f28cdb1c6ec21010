import { describe, expect, it } from 'vitest';
import { amountOf, countersOf, type Charge } from './cached-wallet.ts';

const period = { startS: 0, endS: 1 };
const windows = { monthly: period, weekly: period, session: period, seconds: [] };

describe('what a charge takes of limits that nodes share', () => {
  it.each<[string, Charge, readonly string[], number]>([
    ['the plan', { source: 'subscription', milli: 7, windows }, ['plan'], 7],
    [
      'credits',
      { source: 'api_credit', nanos: 9, scopes: ['organization', 'key'], admittedAtMs: 0 },
      ['organization', 'key'],
      9,
    ],
  ])('of %s', (_, charge, counters, amount) => {
    expect(countersOf(charge)).toEqual(counters);
    expect(amountOf(charge)).toBe(amount);
  });
});
