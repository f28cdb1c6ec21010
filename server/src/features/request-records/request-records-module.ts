import type { LimitValues } from '@svc/contract';
import type { Module } from '#features/module';
import { DAY_MS } from '#kit';
import { dropRequestWeeks, type Store } from '#store';
import type { RequestRecorder } from './request-recorder.ts';

export interface RequestRecordsModuleDeps {
  readonly db: Store['db'];
  readonly limits: () => LimitValues;
  readonly requestRecorder: RequestRecorder;
}

export function requestRecordsModule({ db, limits, requestRecorder }: RequestRecordsModuleDeps) {
  return {
    jobs: [requestRecorder.job],
    retention: {
      request_records: (nowMs) => dropRequestWeeks(db, nowMs - limits().request_record_days * DAY_MS),
    },
    close: () => Promise.resolve(requestRecorder.close()),
  } satisfies Module;
}
