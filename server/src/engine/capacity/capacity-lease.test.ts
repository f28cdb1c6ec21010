import { expect, it } from 'vitest';
import { CapacityLease } from './capacity-lease.ts';
import type { Engine, FormatSupport } from '../events.ts';
import type { ModelRoutes, Route } from '../route.ts';

const json = { type: 'json_object' } as const;

function leaseOf(...groups: readonly (readonly (boolean | 'silent')[])[]): CapacityLease {
  const route = (kept: boolean | 'silent') => {
    const engine: Pick<Engine, 'formatSupport'> =
      kept === 'silent' ? {} : { formatSupport: (): FormatSupport => ({ instructed: true, kept }) };
    return { host: { engine } } as unknown as Route;
  };
  const routes: ModelRoutes = {
    groups: groups.map((group) => group.map(route)),
    isSticky: true,
    isLone: false,
    engines: [],
  };
  return new CapacityLease('o', routes, routes.groups[0]![0]!);
}

it('costs what the engine costs whose slot it holds or held last', () => {
  const cost = { currency: 'usd', input: '1', cached_input: '1', output: '2' } as const;
  const host = { name: 'main', release() {}, slots: { take() {} } };
  const [first, second] = [
    { host, cost },
    { host, cost: undefined },
  ] as unknown as [Route, Route];
  const lease = new CapacityLease(
    'o',
    { groups: [[first, second]], isSticky: true, isLone: false, engines: [] },
    first,
  );
  expect(lease.cost).toBe(cost);
  lease.release();
  expect(lease.cost).toBe(cost);
  lease.move(second);
  expect(lease.cost).toBeUndefined();
});

it('D-38 keeps a form if every engine that the run may fail over to does', () => {
  expect(leaseOf([true], [true, true]).keepsFormat(json, false)).toBe(true);
  expect(leaseOf([true], [true, false]).keepsFormat(json, false)).toBe(false);
  expect(leaseOf(['silent']).keepsFormat(json, false)).toBe(false);
});
