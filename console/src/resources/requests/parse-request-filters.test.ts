import { expect, it } from 'vitest';
import { parseRequestFilters } from './parse-request-filters.ts';

it('takes outcomes and HTTP statuses as the status of a request, times and amounts that there are', () => {
  const meant = [{ status: 'refused' }, { status: 429 }, { from: '2026-11-01T08:30Z' }, { cost: 0.5 }];
  expect(meant.map(parseRequestFilters)).toEqual([
    { status: 'refused' },
    { status: '429' },
    { from: '2026-11-01T08:30Z' },
    { cost: '0.5' },
  ]);
  const meaningless = [
    { status: 'toString' },
    { status: 600 },
    { from: 'noon' },
    { cost: 0 },
    { latest: '9d' },
  ];
  expect(meaningless.map(parseRequestFilters)).toEqual(meaningless.map(() => ({})));
});
