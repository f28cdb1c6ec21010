import { sql, type RawBuilder } from 'kysely';
import type { AccessScope } from '#features/module';
import { USAGE_SUMS } from '#features/billing';
import { toPreciseTimestamp } from '#store';
import type { BucketWidth } from '../report-page.ts';
import { isAccessible } from './accessible-usage.ts';

interface Source {
  readonly table: string;
  /** When a row was. */
  readonly time: RawBuilder<unknown>;
  /** The bucket it is in. */
  readonly bucket: RawBuilder<unknown>;
  readonly sumOf: (name: string) => RawBuilder<unknown>;
}

function kept(table: 'usage_days' | 'usage_hours'): Source {
  const time = sql`u.starts_at`;
  return { table, time, bucket: time, sumOf: (name) => sql.ref(name) };
}

/** Where sums of this width are read from: days and hours are kept, minutes are added up from the records. */
const SOURCES: Readonly<Record<BucketWidth, Source>> = {
  '1d': kept('usage_days'),
  '1h': kept('usage_hours'),
  '1m': {
    table: 'usage_records',
    time: sql`u.created_at`,
    bucket: sql`date_trunc('minute', u.created_at, 'UTC')`,
    sumOf: (name) => USAGE_SUMS[name]!,
  },
};

const COLUMNS = {
  workspace_id: 'workspace_id',
  api_key_id: 'key_id',
  model: 'model',
  endpoint: 'endpoint',
  service_tier: 'service_tier',
  billing_source: 'billing_source',
} as const;
export type StoredDimension = keyof typeof COLUMNS;

export interface UsageFilter {
  readonly 'workspace_ids[]'?: readonly string[] | undefined;
  readonly 'api_key_ids[]'?: readonly string[] | undefined;
  readonly 'models[]'?: readonly string[] | undefined;
}

const USED = [
  'requests',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'web_searches',
] as const;
const PAID = ['cost_nanos', 'cached_input_nanos', 'output_nanos', 'tool_nanos'] as const;

/** Null where nothing is known of it: the records were dropped before it was kept. */
type Sums<Name extends string> = Readonly<Record<Exclude<Name, MaybeUnknown>, number>> &
  Readonly<Record<Extract<Name, MaybeUnknown>, number | null>>;
const MAYBE_UNKNOWN = ['web_searches', 'cached_input_nanos', 'output_nanos', 'tool_nanos'] as const;
type MaybeUnknown = (typeof MAYBE_UNKNOWN)[number];

/** What the requests of one bucket add up to; of a dimension that was not asked for nothing is known. */
type Bucket = { readonly starts_at: number } & Partial<Record<StoredDimension, string>>;
export type UsageSum = Bucket & Sums<(typeof USED)[number]>;
export type CostSum = Bucket & Sums<(typeof PAID)[number]>;

/** From the first moment to before the last. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export function sumUsage(
  scope: AccessScope,
  { width, ...span }: Span & { readonly width: BucketWidth },
  dimensions: readonly StoredDimension[],
  filter: UsageFilter,
): Promise<readonly UsageSum[]> {
  return addUp<UsageSum>(scope, SOURCES[width], USED, { span, dimensions, filter });
}

/** By the day. */
export function sumCost(
  scope: AccessScope,
  span: Span,
  dimensions: readonly StoredDimension[],
  filter: UsageFilter,
): Promise<readonly CostSum[]> {
  return addUp<CostSum>(scope, SOURCES['1d'], PAID, { span, dimensions, filter });
}

interface Asked {
  readonly span: Span;
  readonly dimensions: readonly StoredDimension[];
  readonly filter: UsageFilter;
}

async function addUp<Row>(
  { organization: { db, organizationId }, access }: AccessScope,
  { table, time, bucket, sumOf }: Source,
  names: readonly string[],
  { span: { startMs, endMs }, dimensions, filter }: Asked,
): Promise<readonly Row[]> {
  const groups = dimensions.map(
    (dimension) => sql`${sql.ref(`u.${COLUMNS[dimension]}`)} as ${sql.ref(dimension)}`,
  );
  const conditions = [
    sql`u.organization_id = ${organizationId}`,
    sql`${time} >= ${toPreciseTimestamp(startMs)}::timestamptz`,
    sql`${time} < ${toPreciseTimestamp(endMs)}::timestamptz`,
    ...among('workspace_id', filter['workspace_ids[]']),
    ...among('key_id', filter['api_key_ids[]']),
    ...among('model', filter['models[]']),
    isAccessible(access, 'u'),
  ];
  const sums = names.map((name) => sql`${wholeSum(sumOf(name), name)} as ${sql.ref(name)}`);
  const { rows } = await sql<Row>`
    select ${sql.join([sql`${bucket} as starts_at`, ...groups, ...sums])}
    from ${sql.table(table)} u
    where ${sql.join(conditions, sql` and `)}
    group by ${sql.join([bucket, ...dimensions.map((dimension) => sql.ref(`u.${COLUMNS[dimension]}`))])}
    order by ${sql.join([sql`starts_at`, ...dimensions.map((dimension) => sql.ref(dimension))])}`.execute(db);
  return rows;
}

/** One row of which nothing is known makes the sum unknown. */
function wholeSum(value: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const sum = sql`sum(${value})::bigint`;
  return MAYBE_UNKNOWN.some((unknown) => unknown === name)
    ? sql`case when bool_and(${value} is not null) then ${sum} end`
    : sum;
}

function among(column: string, values: readonly string[] | undefined) {
  return values === undefined ? [] : [sql`${sql.ref(`u.${column}`)} in (${sql.join(values)})`];
}
