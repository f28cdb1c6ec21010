import { RequestRecorder } from '#features/request-records';
import type { RequestMetrics } from '#telemetry';
import type { ProcessParts } from './process-services.ts';

/** What records calls that used nothing, and counts what it had to drop. */
export function openRequestRecorder(
  { callJournal, clock }: ProcessParts,
  metrics: RequestMetrics,
): RequestRecorder {
  const countDropped = metrics.counter(
    'svc_request_records_dropped_total',
    'Records of failed and refused calls that were dropped',
    ['reason'],
  );
  return new RequestRecorder({ journal: callJournal, clock, countDropped });
}
