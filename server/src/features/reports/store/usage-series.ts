import type { UsageSeriesQuery } from '@svc/contract';
import { sql, type RawBuilder } from 'kysely';
import type { AccessScope } from '#features/module';
import { DAY_MS } from '#kit';
import { toPreciseTimestamp } from '#store';
import type { Period, SeriesBucket, SeriesSpan } from '../series-span.ts';
import { isAccessible } from './accessible-usage.ts';

type Measure = UsageSeriesQuery['measure'];
type Grouping = NonNullable<UsageSeriesQuery['group_by']>;

/** What one group used in one bucket, or before the period. */
export interface SeriesSum {
  /** Empty: all, or what belongs to none. Null: all groups without a place of their own. */
  readonly group: string | null;
  /** The hour, day, week or month it was in. Null: before the period. */
  readonly starts_at: number | null;
  /** A whole number: of nano-dollars, requests or tokens. */
  readonly amount: string;
}

const MEASURES: Readonly<Record<Measure, RawBuilder<unknown>>> = {
  cost: sql.ref('u.cost_nanos'),
  requests: sql.ref('u.requests'),
  tokens: sql`u.input_tokens + u.output_tokens`,
  input_tokens: sql.ref('u.input_tokens'),
  cached_input_tokens: sql.ref('u.cached_input_tokens'),
  output_tokens: sql.ref('u.output_tokens'),
};

/** Calls without a key are told by where somebody had signed in: the tokens of the playground are of the surface `api`. */
const KEY_OR_SURFACE = sql`
  case when u.key_id <> '' then u.key_id when u.surface = '' then 'console' when u.surface = 'api' then 'playground' else u.surface end`;

const GROUPINGS: Readonly<Record<Grouping, RawBuilder<unknown>>> = {
  model: sql.ref('u.model'),
  api_key_id: KEY_OR_SURFACE,
  user_id: sql.ref('u.user_id'),
  workspace_id: sql.ref('u.workspace_id'),
  endpoint: sql.ref('u.endpoint'),
  status: sql`u.outcome || case when u.status = 0 then '' else ' ' || u.status end`,
};

export interface SeriesQuestion {
  readonly bucket: SeriesBucket;
  readonly measure: Measure;
  readonly grouping: Grouping | undefined;
  readonly mostSeries: number;
}

/**
 * The largest groups by bucket and what they used before, and the others as one. Only sums are read, each once, and no more rows are
 * answered than there are series and buckets.
 */
export async function sumSeries(
  scope: AccessScope,
  span: SeriesSpan,
  { bucket, measure, grouping, mostSeries }: SeriesQuestion,
): Promise<readonly SeriesSum[]> {
  const group = grouping === undefined ? sql`''` : GROUPINGS[grouping];
  const amount = MEASURES[measure];
  const sumsOf = (table: string, period: Period) => sumsIn(scope, table, period);
  const hourly = bucket === 'hour';
  const [hours, days] = tablesOf(grouping);
  const { rows } = await sql<SeriesSum>`
    with here as materialized (
      select date_trunc(${bucket}, u.starts_at, 'UTC') as starts_at, ${group} as grp, sum(${amount}) as amount
      from ${sumsOf(hourly ? hours : days, span)} group by 1, 2
    ),
    before as materialized (
      select grp, sum(amount) as amount from (
        ${sql.join(
          partsOf(span.before, hourly, [hours, days]).map(
            ([table, period]) =>
              sql`select ${group} as grp, ${amount} as amount from ${sumsOf(table, period)}`,
          ),
          sql` union all `,
        )}) as parts group by grp
    ),
    ranked as (
      select grp, row_number() over (order by coalesce(h.amount, 0) desc, coalesce(b.amount, 0) desc, grp) as place, count(*) over () as groups
      from (select grp, sum(amount) as amount from here group by grp) h full join before b using (grp)
    ),
    kept as (select grp, place < ${mostSeries}::int or groups <= ${mostSeries}::int as is_kept, place from ranked)
    select case when is_kept then grp end as "group", starts_at, sum(amount)::text as amount
    from (select grp, starts_at, amount from here union all select grp, null, amount from before) as sums join kept using (grp)
    group by 1, 2, is_kept
    order by min(place), starts_at`.execute(scope.organization.db);
  return rows;
}

/** Usage is of calls with output. How calls ended is counted of all, apart from it. */
function tablesOf(grouping: Grouping | undefined): readonly [hours: string, days: string] {
  return grouping === 'status' ? ['request_hours', 'request_days'] : ['usage_hours', 'usage_days'];
}

/** Days that are whole, and the hours of the one that is not. */
function partsOf(
  { startMs, endMs }: Period,
  hourly: boolean,
  [hours, days]: readonly [hours: string, days: string],
): readonly (readonly [string, Period])[] {
  if (hourly) return [[hours, { startMs, endMs }]];
  const lastDayMs = endMs - (endMs % DAY_MS);
  return [
    [days, { startMs, endMs: lastDayMs }],
    [hours, { startMs: lastDayMs, endMs }],
  ];
}

/** Rows of a table of sums, as `u`. */
function sumsIn({ organization: { organizationId }, access }: AccessScope, table: string, period: Period) {
  const at = (ms: number) => sql`${toPreciseTimestamp(ms)}::timestamptz`;
  return sql`${sql.table(table)} u
    where u.organization_id = ${organizationId} and u.starts_at >= ${at(period.startMs)} and u.starts_at < ${at(period.endMs)}
      and ${isAccessible(access, 'u')}`;
}
