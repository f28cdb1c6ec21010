import { ApiError, type UsageSeriesQuery } from '@svc/contract';
import { DAY_MS, HOUR_MS } from '#kit';
import { requestWeek, usageMonth } from '#store';

export type SeriesBucket = UsageSeriesQuery['bucket'];

/** From the first moment to before the last, milliseconds since 1970. */
export interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SeriesSpan extends Period {
  /** Where buckets begin, rising. The last one ends with the period. */
  readonly starts: readonly number[];
  readonly before: Period;
}

const MAX_BUCKETS = 400;
/** Two years. As much again is read of the time before. */
const MAX_MS = 732 * DAY_MS;

/** What is asked for in whole hours or days, and what it is compared with: the time before, as far as this one has passed. */
export function seriesSpan(
  { starting_at: startingAt, ending_at: endingAt, bucket }: UsageSeriesQuery,
  nowMs: number,
): SeriesSpan {
  if (endingAt !== undefined && endingAt <= startingAt)
    throw invalid('ending_at', 'ending_at must be after starting_at.');
  const widthMs = bucket === 'hour' ? HOUR_MS : DAY_MS;
  const startMs = Math.floor(startingAt / widthMs) * widthMs;
  const endMs = Math.max(startMs + widthMs, Math.ceil((endingAt ?? nowMs) / widthMs) * widthMs);
  if (endMs - startMs > MAX_MS)
    throw invalid('starting_at', 'starting_at must be at most two years before ending_at.');
  const starts = bucketStarts(bucket, startMs, endMs);
  if (starts.length > MAX_BUCKETS)
    throw invalid('bucket', `bucket must divide the period into at most ${MAX_BUCKETS}. Ask for wider ones.`);
  const lengthMs = endMs - startMs;
  const passedMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS - startMs;
  const beforeMs = startMs - lengthMs;
  const before = { startMs: beforeMs, endMs: beforeMs + Math.max(0, Math.min(lengthMs, passedMs)) };
  return { startMs, endMs, starts, before };
}

/** The first begins with the period, the others with an hour, a day, a Monday or the first of a month, of UTC. */
function bucketStarts(bucket: SeriesBucket, startMs: number, endMs: number): readonly number[] {
  const starts = [];
  for (let ms = startMs; ms < endMs && starts.length <= MAX_BUCKETS; ms = nextBucket(bucket, ms))
    starts.push(ms);
  return starts;
}

function nextBucket(bucket: SeriesBucket, ms: number): number {
  switch (bucket) {
    case 'hour':
      return ms + HOUR_MS;
    case 'week':
      return requestWeek(ms) + 7 * DAY_MS;
    case 'month':
      return usageMonth(ms, 1);
    default:
      return ms + DAY_MS;
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
