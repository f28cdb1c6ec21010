import type { RequestRecord } from '@svc/contract';

type Times = Pick<RequestRecord, 'queued_ms' | 'first_output_ms' | 'duration_ms'>;

/** One part of a call, in milliseconds from its arrival. */
export interface Phase {
  readonly name: 'queued' | 'waiting' | 'output';
  readonly startMs: number;
  readonly endMs: number;
}

/** What a call spent its time with. A call that asked no engine was only checked; one without output ended while it waited. */
export function callPhases({
  queued_ms: queuedMs,
  first_output_ms: firstMs,
  duration_ms: endMs,
}: Times): readonly Phase[] {
  if (endMs === null) return [];
  if (queuedMs === null) return [{ name: 'queued', startMs: 0, endMs }];
  const queued = { name: 'queued', startMs: 0, endMs: queuedMs } as const;
  if (firstMs === null) return [queued, { name: 'waiting', startMs: queuedMs, endMs }];
  return [
    queued,
    { name: 'waiting', startMs: queuedMs, endMs: firstMs },
    { name: 'output', startMs: firstMs, endMs },
  ];
}
