import { sql } from 'kysely';
import { toPreciseTimestamp, type OrganizationScope } from '#store';
import type { BucketWidth } from './report-page.ts';

/** Where sums of this width are read from: days and hours are kept, minutes are added up from the records. */
const SOURCES = {
  '1d': { table: 'usage_days', time: sql`u.starts_at`, requests: sql`sum(u.requests)`, webSearches: sql`null` },
  '1h': { table: 'usage_hours', time: sql`u.starts_at`, requests: sql`sum(u.requests)`, webSearches: sql`null` },
  '1m': {
    table: 'usage_records',
    time: sql`u.created_at`,
    requests: sql`count(*)`,
    webSearches: sql`coalesce(sum((u.server_tool_use->>'web_search')::bigint), 0)`,
  },
} as const;

const COLUMNS = {
  workspace_id: 'workspace_id',
  api_key_id: 'key_id',
  model: 'model',
  endpoint: 'endpoint',
  billing_source: 'billing_source',
} as const;
export type StoredDimension = keyof typeof COLUMNS;

export interface UsageFilter {
  readonly 'workspace_ids[]'?: readonly string[] | undefined;
  readonly 'api_key_ids[]'?: readonly string[] | undefined;
  readonly 'models[]'?: readonly string[] | undefined;
}

/** What the requests of one bucket add up to; of a dimension that was not asked for nothing is known. */
export interface UsageSum extends Partial<Record<StoredDimension, string>> {
  readonly starts_at: number;
  readonly requests: number;
  readonly input_tokens: number;
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_nanos: number;
  readonly web_searches: number | null;
}

export async function sumUsage(
  { db, organizationId }: OrganizationScope,
  { width, startMs, endMs }: { readonly width: BucketWidth; readonly startMs: number; readonly endMs: number },
  dimensions: readonly StoredDimension[],
  filter: UsageFilter,
): Promise<UsageSum[]> {
  const { table, time, requests, webSearches } = SOURCES[width];
  const bucket = width === '1m' ? sql`date_trunc('minute', u.created_at, 'UTC')` : time;
  const groups = dimensions.map((dimension) => sql`${sql.ref(`u.${COLUMNS[dimension]}`)} as ${sql.ref(dimension)}`);
  const conditions = [
    sql`u.organization_id = ${organizationId}`,
    sql`${time} >= ${toPreciseTimestamp(startMs)}::timestamptz`,
    sql`${time} < ${toPreciseTimestamp(endMs)}::timestamptz`,
    ...among('workspace_id', filter['workspace_ids[]']),
    ...among('key_id', filter['api_key_ids[]']),
    ...among('model', filter['models[]']),
  ];
  const sums = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens', 'cost_nanos'].map(
    (name) => sql`sum(${sql.ref(`u.${name}`)})::bigint as ${sql.ref(name)}`,
  );
  const { rows } = await sql<UsageSum>`
    select ${sql.join([sql`${bucket} as starts_at`, ...groups])}, ${requests}::bigint as requests, ${webSearches}::bigint as web_searches,
      ${sql.join(sums)}
    from ${sql.table(table)} u
    where ${sql.join(conditions, sql` and `)}
    group by ${sql.join([bucket, ...dimensions.map((dimension) => sql.ref(`u.${COLUMNS[dimension]}`))])}
    order by ${sql.join([sql`starts_at`, ...dimensions.map((dimension) => sql.ref(dimension))])}`.execute(db);
  return rows;
}

function among(column: string, values: readonly string[] | undefined) {
  return values === undefined ? [] : [sql`${sql.ref(`u.${column}`)} in (${sql.join(values)})`];
}
