import { expect, it } from 'vitest';
import { CapacityLease } from './capacity-lease.ts';
import type { Engine, FormatSupport } from '../events.ts';
import type { ModelRoutes, Route } from '../route.ts';

const json = { type: 'json_object' } as const;

function leaseOf(...groups: readonly (readonly (boolean | 'silent')[])[]): CapacityLease {
  const route = (kept: boolean | 'silent') => {
    const engine: Pick<Engine, 'formatSupport'> =
      kept === 'silent' ? {} : { formatSupport: (): FormatSupport => ({ told: true, kept }) };
    return { host: { engine } } as unknown as Route;
  };
  const routes: ModelRoutes = { groups: groups.map((group) => group.map(route)), engines: [] };
  return new CapacityLease('o', routes, routes.groups[0]![0]!);
}

it('D-38 keeps a form if every engine that the run may fail over to does', () => {
  expect(leaseOf([true], [true, true]).keepsFormat(json)).toBe(true);
  expect(leaseOf([true], [true, false]).keepsFormat(json)).toBe(false);
  expect(leaseOf(['silent']).keepsFormat(json)).toBe(false);
});
