import { expect, it } from 'vitest';
import { totalsOfRoute, type RouteTotals } from './totals-of-route.ts';

const total = { requests: 3, errors: 1 } as RouteTotals;
const one = { group: 'main: Svc', is_other: false, total };
const others = { group: null, is_other: true, total };

it('tells a route without calls from one that is told together with others', () => {
  expect(totalsOfRoute([one], 'main: Svc')).toBe(total);
  expect(totalsOfRoute([one], 'spare: Svc')).toMatchObject({ requests: 0 });
  expect(totalsOfRoute([one, others], 'spare: Svc')).toBeUndefined();
});
