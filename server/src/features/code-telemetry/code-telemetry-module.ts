import type { Module } from '#features/module';
import type { Store } from '#store';
import { dropSeries } from './store.ts';
import { SERIES_KEPT_MS } from './take-points.ts';

export function codeTelemetryModule({ db }: { readonly db: Store['db'] }) {
  return {
    retention: { code_series: (nowMs) => dropSeries(db, nowMs - SERIES_KEPT_MS) },
  } satisfies Module;
}
