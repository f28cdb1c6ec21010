import type { Kysely } from 'kysely';
import type { Module, OperatorHandlers } from '#features/module';
import { HOUR_MS, type Clock } from '#kit';
import type { Tables } from '#store';
import { foldTraffic } from './fold-traffic.ts';
import { readTraffic } from './read-traffic.ts';
import { dropTraffic } from './store/add-traffic.ts';
import { vacuumTraffic } from './store/increments.ts';

const FOLD_MS = 5000;

export interface TrafficModuleDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Rates, errors and latencies of model calls over time, for operators. */
export function trafficModule({ db, clock }: TrafficModuleDeps) {
  return {
    operator: {
      readTraffic: (database, { query }) => readTraffic(database, query, clock.nowMs()),
    } satisfies Partial<OperatorHandlers>,
    jobs: [
      { name: 'traffic.fold', everyMs: FOLD_MS, run: () => foldTraffic(db) },
      { name: 'traffic.vacuum', everyMs: HOUR_MS, run: () => vacuumTraffic(db), onlyWhenDue: true },
    ],
    retention: {
      traffic: (nowMs) => dropTraffic(db, nowMs),
    },
  } satisfies Module;
}
