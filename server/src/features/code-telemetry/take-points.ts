import type { LimitValues } from '@svc/contract';
import type { CodePoint } from '#exchange';
import { DAY_MS, HOUR_MS } from '#kit';
import { OrganizationScope } from '#store';
import type { CodeReporter } from './code-reporter.ts';
import { countPoint, type SeriesState } from './count-point.ts';
import { DayCounts } from './day-counts.ts';
import { addCounts, countSeries, findCounts, findSeries, lockReporter, saveSeries } from './store.ts';

/** Points that ended earlier are rejected: clients give up on what they could not send long before. */
const OLDEST_MS = DAY_MS;
/** Clocks of clients differ by less. Points that ended later are rejected. */
const EARLIEST_MS = HOUR_MS;
/** How long a series that nothing comes of is remembered: over a weekend for which a computer sleeps. */
export const SERIES_KEPT_MS = 3 * DAY_MS;
/** Of one actor: thousands of processes within these days. */
const MAX_SERIES = 20_000;
const US_IN_MS = 1000;

/** Points that were not taken, and why. */
export interface Rejected {
  readonly points: number;
  readonly why: string;
}

interface Now {
  readonly limits: LimitValues;
  readonly nowMs: number;
}

/**
 * Adds the points to the numbers of the reporter, each once, in one transaction. Rejects those of another time, and those of new series when
 * too many are remembered. Throws 400 `invalid_parameter` when a day has too many of something.
 */
export async function takePoints(
  scope: OrganizationScope,
  reporter: CodeReporter,
  points: readonly CodePoint[],
  now: Now,
): Promise<readonly Rejected[]> {
  const current = points.filter((point) => isCurrent(point, now.nowMs));
  const ofOtherTimes = points.length - current.length;
  const ofNewSeries =
    current.length === 0
      ? 0
      : await scope.db
          .transaction()
          .execute((trx) =>
            addPoints(new OrganizationScope(trx, scope.organizationId), reporter, current, now),
          );
  const rejected = [
    { points: ofOtherTimes, why: 'ended more than a day ago or are yet to come' },
    { points: ofNewSeries, why: 'belong to more series than are remembered of one person or key' },
  ];
  return rejected.filter(({ points: count }) => count > 0);
}

function isCurrent({ endUs }: CodePoint, nowMs: number): boolean {
  const endMs = endUs / US_IN_MS;
  return endMs >= nowMs - OLDEST_MS && endMs <= nowMs + EARLIEST_MS;
}

/** Returns how many points were not taken because their series is one too many. */
async function addPoints(
  scope: OrganizationScope,
  reporter: CodeReporter,
  points: readonly CodePoint[],
  { limits, nowMs }: Now,
): Promise<number> {
  await lockReporter(scope, reporter);
  const known = await findSeries(scope, reporter, [...new Set(points.map(({ series }) => series))]);
  const isNew = ({ series }: CodePoint): boolean => !known.has(series);
  let room = points.some(isNew) ? MAX_SERIES - (await countSeries(scope, reporter, MAX_SERIES)) : 0;
  const days = [...new Set(points.map((point) => dayOf(point, nowMs)))];
  const counts = new DayCounts(await findCounts(scope, reporter, days), limits.code_telemetry_daily_count);
  const states = new Map<string, SeriesState>();
  let excess = 0;
  for (const point of points) {
    const state = states.get(point.series) ?? known.get(point.series);
    if (!state && room-- <= 0) {
      excess++;
      continue;
    }
    const counted = countPoint(point, state, (nowMs - SERIES_KEPT_MS) * US_IN_MS);
    if (!counted) continue;
    states.set(point.series, counted.state);
    counts.add(dayOf(point, nowMs), point, counted.count);
  }
  if (states.size > 0) await saveSeries(scope, reporter, states, nowMs);
  if (counts.added.length > 0) await addCounts(scope, reporter, counts.added);
  return excess;
}

/** The UTC day that a point counts for: of its end by the client's clock, and never one that is yet to come. */
function dayOf({ endUs }: CodePoint, nowMs: number): number {
  const endMs = Math.min(endUs / US_IN_MS, nowMs);
  return Math.floor(endMs / DAY_MS) * DAY_MS;
}
