import type { Clock, Metrics } from '#kit';
import type { CallJournal } from '#store';
import { RequestRecorder } from './request-recorder.ts';

interface RequestRecordsParts {
  readonly callJournal: CallJournal;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** What records calls that used nothing, and counts what it had to drop. */
export function openRequestRecords({ callJournal, clock, metrics }: RequestRecordsParts) {
  const countDropped = metrics.counter(
    'svc_request_records_dropped_total',
    'Records of failed and refused calls that were dropped',
    ['reason'],
  );
  return { requestRecorder: new RequestRecorder({ journal: callJournal, clock, countDropped }) };
}
