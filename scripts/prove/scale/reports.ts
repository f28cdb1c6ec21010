import { performance } from 'node:perf_hooks';
import { toPreciseTimestamp, type Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely, type RawBuilder } from '../../../server/test-kit/index.ts';
import { report, require } from '../proof.ts';
import { queryPlan } from './query-plan.ts';
import { REPORT_DAYS, seededOrganization, seededUntilMs, type Amounts } from './seeded.ts';

const DAY_MS = 86_400_000;
const SLOWEST_MS = 300;
const AGAIN = 5;

/** The longest reports there are, by their grain. */
const GRAINS = { usage_days: REPORT_DAYS, usage_hours: 7 } as const;

const GROUPINGS: Readonly<Record<string, string>> = {
  nothing: '',
  model: ', model',
  'key and model': ', key_id, model',
  everything: ', workspace_id, key_id, model, endpoint, billing_source',
};

/** What an organization used in 31 days by the day, and in 168 hours by the hour, grouped by anything. */
export async function readReports(db: Kysely<Tables>, { organizations }: Amounts): Promise<void> {
  const slow: string[] = [];
  for (const [whose, n] of Object.entries({
    'the largest organization': 0,
    'one in the middle': Math.floor(organizations / 2),
  })) {
    for (const [table, days] of Object.entries(GRAINS)) {
      const times: string[] = [];
      for (const [name, columns] of Object.entries(GROUPINGS)) {
        const query = sums(table, days, n, columns);
        const firstMs = await timed(() => query.execute(db));
        // The best of some: what else the machine does is not the query's.
        const againMs = Math.min(...(await inTurn(AGAIN, () => timed(() => query.execute(db)))));
        times.push(`${name} ${Math.round(againMs)} (${Math.round(firstMs)} at first)`);
        if (againMs >= SLOWEST_MS)
          slow.push(`${days} days of ${whose} by ${name} took ${Math.round(againMs)} ms`);
      }
      const { rows } = await sql<{ requests: number; sums: number }>`
        select coalesce(sum(requests), 0)::bigint as requests, count(*) as sums from (${rowsOf(table, days, n)}) as rows`.execute(
        db,
      );
      const shape = {
        records: rows[0]!.requests,
        'sums of them': rows[0]!.sums,
        'is the plan': await queryPlan(db, sums(table, days, n, ', model')),
      };
      report(`${days} days of ${whose}`, { ...shape, 'ms by': times.join(', ') });
    }
  }
  require(slow.length === 0, slow.join('; '));
}

function rowsOf(table: string, days: number, n: number): RawBuilder<unknown> {
  const from = toPreciseTimestamp(seededUntilMs() - days * DAY_MS);
  return sql`
    select * from ${sql.table(table)}
    where organization_id = ${seededOrganization(n)} and starts_at >= ${from} and starts_at < ${toPreciseTimestamp(seededUntilMs())}`;
}

function sums(table: string, days: number, n: number, columns: string): RawBuilder<unknown> {
  return sql`
    select starts_at${sql.raw(columns)}, sum(requests)::bigint as requests, sum(input_tokens)::bigint as input_tokens,
      sum(cached_input_tokens)::bigint as cached_input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(reasoning_tokens)::bigint as reasoning_tokens, sum(cost_nanos)::bigint as cost_nanos
    from (${rowsOf(table, days, n)}) as rows group by starts_at${sql.raw(columns)} order by starts_at`;
}

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < times) results.push(await work());
  return results;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
