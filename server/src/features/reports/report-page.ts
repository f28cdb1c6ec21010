import { ApiError } from '@svc/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, toTimestamp } from '#kit';

const WIDTHS_MS = { '1m': MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;
export type BucketWidth = keyof typeof WIDTHS_MS;

/** No bucket ends later: the end of the next day is in year 10000, which no timestamp has. Callers mean «all there is» by it. */
const LAST_END_MS = Date.UTC(9999, 11, 31);

/** What both reports take of time. */
export interface SpanQuery {
  readonly starting_at: number;
  readonly ending_at?: number | undefined;
  readonly bucket_width: BucketWidth;
  readonly limit?: string | undefined;
  readonly page?: string | undefined;
}

/** The buckets of one page: from the first to before `endMs`. */
export interface ReportSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly widthMs: number;
  /** Where the next page begins. */
  readonly nextMs: number | undefined;
}

/** Reads which part of which time is asked for. A page is named by the time it begins at. */
export function reportSpan(
  query: SpanQuery,
  counts: { readonly most: number; readonly usual: number },
  nowMs: number,
): ReportSpan {
  const widthMs = WIDTHS_MS[query.bucket_width];
  const firstMs = floor(query.starting_at, widthMs);
  const lastMs = Math.min(Math.ceil((query.ending_at ?? nowMs) / widthMs) * widthMs, LAST_END_MS);
  if (query.ending_at !== undefined && query.ending_at <= query.starting_at)
    throw invalid('ending_at', 'ending_at must be after starting_at.');
  const startMs = query.page === undefined ? firstMs : pageStart(query.page, firstMs, lastMs, widthMs);
  const endMs = Math.max(startMs, Math.min(lastMs, startMs + buckets(query.limit, counts) * widthMs));
  return { startMs, endMs, widthMs, nextMs: endMs < lastMs ? endMs : undefined };
}

/** The body of a report: every bucket of the page, those without results too. */
export function reportBody<R>(
  { startMs, endMs, widthMs, nextMs }: ReportSpan,
  results: ReadonlyMap<number, readonly R[]>,
) {
  const data = [];
  for (let atMs = startMs; atMs < endMs; atMs += widthMs) {
    data.push({
      starting_at: toTimestamp(atMs),
      ending_at: toTimestamp(atMs + widthMs),
      results: [...(results.get(atMs) ?? [])],
    });
  }
  return {
    data,
    has_more: nextMs !== undefined,
    next_page: nextMs === undefined ? null : `page_${(nextMs / MINUTE_MS).toString(36)}`,
  };
}

function pageStart(page: string, firstMs: number, lastMs: number, widthMs: number): number {
  const minutes = /^page_([0-9a-z]{1,8})$/.exec(page)?.[1];
  const startMs = minutes === undefined ? Number.NaN : Number.parseInt(minutes, 36) * MINUTE_MS;
  if (startMs % widthMs === 0 && startMs > firstMs && startMs < lastMs) return startMs;
  throw invalid('page', 'page must be the next_page of the same report.');
}

function buckets(
  text: string | undefined,
  { most, usual }: { readonly most: number; readonly usual: number },
): number {
  if (text === undefined) return usual;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw invalid('limit', `limit must be a whole number from 1 to ${most}.`);
  return count;
}

function floor(ms: number, widthMs: number): number {
  return Math.floor(ms / widthMs) * widthMs;
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
