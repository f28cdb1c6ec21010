import type { Traffic, TrafficQuery } from '@svc/contract';
import type { Kysely } from 'kysely';
import { MINUTE_MS, toTimestamp } from '#kit';
import type { Tables } from '#store';
import { toTotals } from './add-up-traffic.ts';
import { spanOf, type Span } from './resolutions.ts';
import {
  countClasses,
  sumAll,
  sumAmounts,
  type ClassCounts,
  type PointAmounts,
} from './store/sum-traffic.ts';

const MOST_SERIES = 20;

/** Model calls of all organizations over a span, as far as they are counted. */
export async function readTraffic(db: Kysely<Tables>, query: TrafficQuery, nowMs: number): Promise<Traffic> {
  const { span: name, group_by: grouping, ending_at: endingMs } = query;
  const span = spanOf(name, endingMs ?? nowMs, nowMs);
  const amounts = await sumAmounts(db, span, grouping);
  const classes = await countClasses(db, span, grouping);
  const ofPoints = classes.filter(({ grp }) => grp === null);
  return {
    type: 'traffic',
    span: name,
    group_by: grouping,
    starting_at: toTimestamp(span.startMs),
    ending_at: toTimestamp(Math.min(span.endMs, nowMs)),
    point_seconds: span.pointMs / 1000,
    points: pointsOf(span, amounts, ofPoints),
    series: seriesOf(span, amounts, classes),
    total: toTotals(amounts, ofPoints),
    current: endingMs === undefined ? await readCurrent(db, nowMs) : null,
  };
}

function startsOf({ pointMs, startMs, endMs }: Span): readonly number[] {
  return Array.from({ length: (endMs - startMs) / pointMs }, (_, place) => startMs + place * pointMs);
}

function pointsOf(
  span: Span,
  amounts: readonly PointAmounts[],
  classes: readonly ClassCounts[],
): Traffic['points'] {
  const amountsAt = Map.groupBy(amounts, ({ starts_at: startMs }) => startMs);
  const classesAt = Map.groupBy(classes, ({ starts_at: startMs }) => startMs);
  return startsOf(span).map((startMs) => ({
    starting_at: toTimestamp(startMs),
    ...toTotals(amountsAt.get(startMs) ?? [], classesAt.get(startMs) ?? []),
  }));
}

/** The groups with the most calls, and the others as one. */
function seriesOf(
  span: Span,
  amounts: readonly PointAmounts[],
  classes: readonly ClassCounts[],
): Traffic['series'] {
  const requestsOf = (rows: readonly PointAmounts[]) => rows.reduce((sum, { requests }) => sum + requests, 0);
  const groups = [...Map.groupBy(amounts, ({ grp }) => grp)].toSorted(
    ([one, ofOne], [other, ofOther]) => requestsOf(ofOther) - requestsOf(ofOne) || (one < other ? -1 : 1),
  );
  const shown = groups.length <= MOST_SERIES ? groups : groups.slice(0, MOST_SERIES - 1);
  const others = new Map(groups.slice(shown.length));
  const oneOf = (names: (name: string) => boolean, rows: readonly PointAmounts[]) =>
    toSeries(
      span,
      rows,
      classes.filter(({ grp }) => grp !== null && names(grp)),
    );
  return [
    ...shown.map(([name, rows]) => ({
      group: name === '' ? null : name,
      is_other: false,
      ...oneOf((grp) => grp === name, rows),
    })),
    ...(others.size === 0
      ? []
      : [
          {
            group: null,
            is_other: true,
            ...oneOf((grp) => others.has(grp), [...others.values()].flat()),
          },
        ]),
  ];
}

function toSeries(span: Span, rows: readonly PointAmounts[], classes: readonly ClassCounts[]) {
  const starts = startsOf(span);
  const at = Map.groupBy(rows, ({ starts_at: startMs }) => startMs);
  const countsOf = (read: (row: PointAmounts) => number) =>
    starts.map((startMs) => (at.get(startMs) ?? []).reduce((sum, row) => sum + read(row), 0));
  return {
    requests: countsOf(({ requests }) => requests),
    errors: countsOf(({ errors }) => errors),
    tokens: countsOf(({ input_tokens: input, output_tokens: output }) => input + output),
    total: toTotals(rows, classes),
  };
}

/** The last minute that is over, and what has passed of this one: half a minute alone would jump. */
async function readCurrent(db: Kysely<Tables>, nowMs: number): Promise<Traffic['current']> {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const all = await sumAll(db, { pointMs: MINUTE_MS, startMs, endMs: startMs + 2 * MINUTE_MS });
  const perSecond = (count = 0) => Number(((count * 1000) / (nowMs - startMs)).toFixed(3));
  return {
    requests_per_second: perSecond(all?.requests),
    errors_per_second: perSecond(all?.errors),
    input_tokens_per_second: perSecond(all?.input_tokens),
    output_tokens_per_second: perSecond(all?.output_tokens),
  };
}
