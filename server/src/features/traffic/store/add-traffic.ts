import { sql, type Kysely, type RawBuilder } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';
import { RESOLUTIONS } from '../resolutions.ts';

/** What is added to one row. */
export interface TrafficSum {
  readonly resolution_s: number;
  readonly startsAtMs: number;
  readonly model: string;
  readonly engine: string;
  readonly node_id: string;
  readonly code: string;
  readonly requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Calls by class of their milliseconds. */
  readonly first_output: readonly number[];
  readonly duration: readonly number[];
}

const KEY = sql`resolution_s, starts_at, model, engine, node_id, code`;

/** Adds to the rows there are, always in the order of their key, or two nodes would deadlock. */
export async function addTraffic(trx: Kysely<Tables>, sums: readonly TrafficSum[]): Promise<void> {
  const rows = sums.map(({ startsAtMs, ...sum }) => ({ ...sum, starts_at: toPreciseTimestamp(startsAtMs) }));
  await sql`
    insert into traffic (${KEY}, requests, input_tokens, output_tokens, first_output, duration)
    select ${KEY}, requests, input_tokens, output_tokens, first_output, duration
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      resolution_s int, starts_at timestamptz, model text, engine text, node_id text, code text, requests bigint, input_tokens bigint,
      output_tokens bigint, first_output bigint[], duration bigint[])
    order by ${KEY}
    on conflict (${KEY}) do update set
      requests = traffic.requests + excluded.requests,
      input_tokens = traffic.input_tokens + excluded.input_tokens,
      output_tokens = traffic.output_tokens + excluded.output_tokens,
      first_output = ${bothOf('first_output')},
      duration = ${bothOf('duration')}`.execute(trx);
}

function bothOf(column: 'first_output' | 'duration'): RawBuilder<unknown> {
  const [stored, added] = [sql.ref(`traffic.${column}`), sql.ref(`excluded.${column}`)];
  return sql`array(
        select coalesce(stored, 0) + coalesce(added, 0)
        from unnest(${stored}, ${added}) with ordinality as classes(stored, added, class) order by class)`;
}

/** Drops the points of each resolution that are older than those it keeps. */
export async function dropTraffic(db: Kysely<Tables>, nowMs: number): Promise<void> {
  for (const { pointMs, keptMs } of RESOLUTIONS)
    await db
      .deleteFrom('traffic')
      .where('resolution_s', '=', pointMs / 1000)
      .where('starts_at', '<', nowMs - keptMs)
      .execute();
}
