import { expect, it } from 'vitest';
import type { Readiness } from '#http';
import { combineReadiness } from './combine-readiness.ts';

const READY: Readiness = { status: 'ready', degraded: [] };
const DEGRADED: Readiness = { status: 'degraded', degraded: ['counters'] };
const UNAVAILABLE: Readiness = { status: 'unavailable', degraded: ['disk'] };
const DRAINING: Readiness = { status: 'draining', degraded: [] };

it.each([
  [[READY, READY], 'ready', []],
  [[READY, DEGRADED], 'degraded', ['counters']],
  [[DEGRADED, UNAVAILABLE], 'unavailable', ['counters', 'disk']],
  [[READY, undefined], 'degraded', ['workers']],
  [[DRAINING, DEGRADED], 'degraded', ['counters', 'workers']],
  [[undefined, DRAINING], 'unavailable', ['workers']],
] as const)('of %j is %s %j', (states, status, degraded) => {
  expect(combineReadiness(states, 'digest')).toEqual({ status, degraded, configuration: 'digest' });
});
