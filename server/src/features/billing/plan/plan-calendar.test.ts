import { expect, it } from 'vitest';
import { spendMonth } from '#features/spend-limits';
import { billingMonth, week } from './plan-calendar.ts';

const at = (text: string): number => Date.parse(text);
const shown = ({ startS, endS }: { startS: number; endS: number }) =>
  [startS, endS].map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 16));

it.each([
  ['2026-01-31T23:00:00Z', '2026-02-28T00:00:00Z', '2026-02-28T00:00', '2026-03-31T00:00'],
  ['2026-01-31T23:00:00Z', '2026-02-27T23:59:59Z', '2026-01-31T00:00', '2026-02-28T00:00'],
  ['2026-01-31T23:00:00Z', '2028-02-29T12:00:00Z', '2028-02-29T00:00', '2028-03-31T00:00'],
  ['2026-01-15T08:00:00Z', '2026-12-31T12:00:00Z', '2026-12-15T00:00', '2027-01-15T00:00'],
  ['2026-11-15T08:00:00Z', '2027-01-01T00:00:00Z', '2026-12-15T00:00', '2027-01-15T00:00'],
  ['2026-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00', '2026-12-01T00:00'],
])('LIMIT-20 a subscription of %s is, at %s, in the month from %s to %s', (subscribed, now, start, end) => {
  expect(shown(billingMonth(at(subscribed), at(now)))).toEqual([start, end]);
});

it.each([
  [1, '2026-11-21T20:00:00Z', '2026-11-16T00:00', '2026-11-23T00:00'],
  [1, '2026-11-23T00:00:00Z', '2026-11-23T00:00', '2026-11-30T00:00'],
  [1, '2026-11-22T23:59:59Z', '2026-11-16T00:00', '2026-11-23T00:00'],
  [7, '2026-11-21T20:00:00Z', '2026-11-15T00:00', '2026-11-22T00:00'],
])('LIMIT-21 a week that begins on weekday %i is, at %s, from %s to %s', (weekday, now, start, end) => {
  expect(shown(week(at(now), weekday))).toEqual([start, end]);
});

it('LIMIT-32 credit spend counts by calendar months', () => {
  expect(shown(spendMonth(at('2026-12-31T23:59:59Z')))).toEqual(['2026-12-01T00:00', '2027-01-01T00:00']);
});
