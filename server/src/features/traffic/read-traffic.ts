import type { Traffic, TrafficQuery } from '@svc/contract';
import type { Kysely } from 'kysely';
import { MINUTE_MS, toTimestamp } from '#kit';
import type { Tables } from '#store';
import { spanOf, type Span } from './resolutions.ts';
import { findTraffic, type TrafficRow } from './store/find-traffic.ts';
import { toTotals } from './traffic-amounts.ts';

const MAX_SERIES = 20;
/** Each route is looked for by its name. */
const MAX_ROUTES = 100;

/** Model calls of all organizations over a span, as far as they are counted. */
export async function readTraffic(db: Kysely<Tables>, query: TrafficQuery, nowMs: number): Promise<Traffic> {
  const { span: name, group_by: split, ending_at: endingMs } = query;
  const span = spanOf(name, endingMs ?? nowMs, nowMs);
  const rows = await findTraffic(db, span, split);
  const rowsAt = Map.groupBy(rows, ({ starts_at: startMs }) => startMs);
  return {
    type: 'traffic',
    span: name,
    group_by: split,
    starting_at: toTimestamp(span.startMs),
    ending_at: toTimestamp(Math.min(span.endMs, nowMs)),
    point_seconds: span.pointMs / 1000,
    points: startsOf(span).map((startMs) => ({
      starting_at: toTimestamp(startMs),
      ...toTotals(rowsAt.get(startMs) ?? []),
    })),
    series: seriesOf(span, rows, split === 'route' ? MAX_ROUTES : MAX_SERIES),
    total: toTotals(rows),
    current: endingMs === undefined ? await readCurrent(db, nowMs) : null,
  };
}

function startsOf({ pointMs, startMs, endMs }: Span): readonly number[] {
  return Array.from({ length: (endMs - startMs) / pointMs }, (_, place) => startMs + place * pointMs);
}

/** The groups with the most calls, and the others as one. */
function seriesOf(span: Span, rows: readonly TrafficRow[], most: number): Traffic['series'] {
  const groups = [...Map.groupBy(rows, ({ name }) => name)]
    .map(([name, all]) => ({ name, all, requests: all.reduce((sum, { requests }) => sum + requests, 0) }))
    .toSorted((one, other) => other.requests - one.requests || (one.name < other.name ? -1 : 1));
  const shown = groups.length <= most ? groups : groups.slice(0, most - 1);
  const others = groups.slice(shown.length).flatMap(({ all }) => all);
  return [
    ...shown.map(({ name, all }) => ({
      group: name === '' ? null : name,
      is_other: false,
      ...countsOf(span, all),
    })),
    ...(others.length === 0 ? [] : [{ group: null, is_other: true, ...countsOf(span, others) }]),
  ];
}

function countsOf(span: Span, rows: readonly TrafficRow[]) {
  const rowsAt = Map.groupBy(rows, ({ starts_at: startMs }) => startMs);
  const counts = (read: (row: TrafficRow) => number) =>
    startsOf(span).map((startMs) => (rowsAt.get(startMs) ?? []).reduce((sum, row) => sum + read(row), 0));
  return {
    requests: counts(({ requests }) => requests),
    errors: counts(({ errors }) => errors),
    tokens: counts(({ input_tokens: input, output_tokens: output }) => input + output),
    total: toTotals(rows),
  };
}

/** The last minute that is over, and what has passed of this one: half a minute alone would jump. */
async function readCurrent(db: Kysely<Tables>, nowMs: number): Promise<Traffic['current']> {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - MINUTE_MS;
  const span = { pointMs: MINUTE_MS, startMs, endMs: startMs + 2 * MINUTE_MS };
  const { requests, errors, ...tokens } = toTotals(await findTraffic(db, span, 'code'));
  const perSecond = (count: number) => Number(((count * 1000) / (nowMs - startMs)).toFixed(3));
  return {
    requests_per_second: perSecond(requests),
    errors_per_second: perSecond(errors),
    input_tokens_per_second: perSecond(tokens.input_tokens),
    output_tokens_per_second: perSecond(tokens.output_tokens),
  };
}
