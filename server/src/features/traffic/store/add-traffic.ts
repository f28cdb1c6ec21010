import { sql, type Kysely, type RawBuilder } from 'kysely';
import { deleteInSteps, toPreciseTimestamp, type Tables } from '#store';
import { RESOLUTIONS } from '../resolutions.ts';
import type { TrafficAmounts } from '../traffic-amounts.ts';

/** What is added to one row. */
export interface TrafficSum extends TrafficAmounts {
  readonly resolution_s: number;
  readonly split_by: Tables['traffic']['split_by'];
  readonly startsAtMs: number;
  readonly name: string;
}

const KEY = sql`resolution_s, split_by, starts_at, name`;
const AMOUNTS = [
  'requests',
  'errors',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_saved_nanos',
] as const;
const LATENCIES = ['first_output', 'duration'] as const;
const VALUES = sql.join([...AMOUNTS, ...LATENCIES].map((name) => sql.ref(name)));

/** Adds to the rows there are, always in the order of their key, or two nodes would deadlock. */
export async function addTraffic(trx: Kysely<Tables>, sums: readonly TrafficSum[]): Promise<void> {
  const rows = sums.map(({ startsAtMs, ...sum }) => ({ ...sum, starts_at: toPreciseTimestamp(startsAtMs) }));
  await sql`
    insert into traffic (${KEY}, ${VALUES})
    select ${KEY}, ${VALUES}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      resolution_s int, split_by text, starts_at timestamptz, name text, requests bigint, errors bigint, input_tokens bigint,
      output_tokens bigint, cached_input_tokens bigint, cache_write_tokens bigint, cache_saved_nanos bigint, first_output bigint[], duration bigint[])
    order by ${KEY}
    on conflict (${KEY}) do update set ${sql.join([...AMOUNTS.map(addAmount), ...LATENCIES.map(addClasses)])}`.execute(
    trx,
  );
}

function addAmount(column: (typeof AMOUNTS)[number]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${sql.ref(`traffic.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}

function addClasses(column: (typeof LATENCIES)[number]): RawBuilder<unknown> {
  const [stored, added] = [sql.ref(`traffic.${column}`), sql.ref(`excluded.${column}`)];
  return sql`${sql.ref(column)} = array(
        select coalesce(stored, 0) + coalesce(added, 0)
        from unnest(${stored}, ${added}) with ordinality as classes(stored, added, class) order by class)`;
}

/** Drops the points of each resolution that are older than those it keeps. */
export async function dropTraffic(db: Kysely<Tables>, nowMs: number): Promise<void> {
  for (const { pointMs, keptMs } of RESOLUTIONS) {
    const old = db
      .selectFrom('traffic')
      .where('resolution_s', '=', pointMs / 1000)
      .where('split_by', 'in', ['model', 'engine', 'node', 'code', 'route'])
      .where('starts_at', '<', nowMs - keptMs);
    await deleteInSteps(db, 'traffic', old);
  }
}
