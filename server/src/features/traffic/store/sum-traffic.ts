import type { TrafficQuery } from '@svc/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';
import type { Span } from '../resolutions.ts';

type Grouping = TrafficQuery['group_by'];

const GROUPINGS: Readonly<Record<Grouping, RawBuilder<unknown>>> = {
  model: sql.ref('model'),
  engine: sql.ref('engine'),
  node: sql.ref('node_id'),
  code: sql.ref('code'),
};

/** Codes of calls that ended as their callers wanted. */
const FINE = sql`('completed', 'client_closed')`;

const AMOUNTS = sql`
  sum(requests)::bigint as requests, coalesce(sum(requests) filter (where code not in ${FINE}), 0)::bigint as errors,
  sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens`;

/** What the calls of a point, a group or both came to. */
export interface TrafficAmounts {
  readonly requests: number;
  readonly errors: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface PointAmounts extends TrafficAmounts {
  readonly starts_at: number;
  /** Empty: of none. */
  readonly grp: string;
}

/** Of each point and group, as far as there were calls. */
export async function sumAmounts(
  db: Kysely<Tables>,
  span: Span,
  grouping: Grouping,
): Promise<readonly PointAmounts[]> {
  const { rows } = await sql<PointAmounts>`
    select starts_at, ${GROUPINGS[grouping]} as grp, ${AMOUNTS} from ${trafficOf(span)} group by 1, 2`.execute(
    db,
  );
  return rows;
}

/** Of all calls. */
export async function sumAll(db: Kysely<Tables>, span: Span): Promise<TrafficAmounts | undefined> {
  const { rows } = await sql<TrafficAmounts>`
    select ${AMOUNTS} from ${trafficOf(span)} having count(*) > 0`.execute(db);
  return rows[0];
}

/** Calls by class of their latency: of a point with all its groups, or of a group in all points. */
export interface ClassCounts {
  /** Null: of a group. */
  readonly starts_at: number | null;
  /** Null: of a point. */
  readonly grp: string | null;
  /** Place of the class, calls by their first output, calls by their duration. */
  readonly classes: readonly (readonly [place: number, firstOutput: number, duration: number])[];
}

/** The functions stand side by side, where they go on in step: joined, they take three times as long. */
export async function countClasses(
  db: Kysely<Tables>,
  span: Span,
  grouping: Grouping,
): Promise<readonly ClassCounts[]> {
  const { rows } = await sql<ClassCounts>`
    select starts_at, grp, jsonb_agg(jsonb_build_array(place, first_output, duration)) as classes from (
      select starts_at, grp, place, sum(first_output) as first_output, sum(duration) as duration from (
        select starts_at, ${GROUPINGS[grouping]} as grp, unnest(first_output) as first_output, unnest(duration) as duration,
          generate_series(0, greatest(cardinality(first_output), cardinality(duration)) - 1) as place
        from ${trafficOf(span)} and (first_output <> '{}' or duration <> '{}')) as classes
      where first_output > 0 or duration > 0
      group by grouping sets ((starts_at, place), (grp, place))) as counted
    group by starts_at, grp`.execute(db);
  return rows;
}

function trafficOf(span: Span): RawBuilder<unknown> {
  return sql`traffic where ${isIn(span)}`;
}

function isIn({ pointMs, startMs, endMs }: Span): RawBuilder<unknown> {
  const at = (ms: number) => sql`${toPreciseTimestamp(ms)}::timestamptz`;
  return sql`resolution_s = ${pointMs / 1000}::int and starts_at >= ${at(startMs)} and starts_at < ${at(endMs)}`;
}
