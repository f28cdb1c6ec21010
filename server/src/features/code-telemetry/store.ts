import { sql, type Kysely } from 'kysely';
import { deleteInSteps, toPreciseTimestamp, type OrganizationScope, type Tables } from '#store';
import { actorOf, type CodeReporter } from './code-reporter.ts';
import type { SeriesState } from './count-point.ts';
import type { DayCount } from './day-counts.ts';

/** Makes other requests of the same actor wait until the transaction ends. */
export async function lockReporter(
  { db, organizationId }: OrganizationScope,
  reporter: CodeReporter,
): Promise<void> {
  const name = `code telemetry ${organizationId} ${actorOf(reporter)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

export async function findSeries(
  { db, organizationId }: OrganizationScope,
  reporter: CodeReporter,
  series: readonly string[],
): Promise<Map<string, SeriesState>> {
  const rows = await db
    .selectFrom('code_series')
    .select(['series', 'counted', 'value'])
    .where('organization_id', '=', organizationId)
    .where('actor_id', '=', actorOf(reporter))
    .where('series', 'in', series)
    .execute();
  return new Map(rows.map(({ series: name, counted, value }) => [name, { counted, value }]));
}

/** How many series an actor has; at most `most` are looked at. */
export async function countSeries(
  { db, organizationId }: OrganizationScope,
  reporter: CodeReporter,
  most: number,
): Promise<number> {
  const some = db
    .selectFrom('code_series')
    .select('series')
    .where('organization_id', '=', organizationId)
    .where('actor_id', '=', actorOf(reporter))
    .limit(most);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::bigint`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function saveSeries(
  { db, organizationId }: OrganizationScope,
  reporter: CodeReporter,
  states: ReadonlyMap<string, SeriesState>,
  nowMs: number,
): Promise<void> {
  const actorId = actorOf(reporter);
  const rows = [...states].map(([series, { counted, value }]) => ({ series, counted, value }));
  await sql`insert into code_series (organization_id, actor_id, series, counted, value, updated_at)
    select ${organizationId}, ${actorId}, series, counted, value, ${toPreciseTimestamp(nowMs)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (series text, counted jsonb, value bigint)
    on conflict (organization_id, actor_id, series)
    do update set counted = excluded.counted, value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** Of all workspaces. */
export function findCounts(
  { db, organizationId }: OrganizationScope,
  { keyId, userId }: CodeReporter,
  daysMs: readonly number[],
): Promise<DayCount[]> {
  return db
    .selectFrom('code_counts')
    .select(['starts_at', 'counter', 'tool', 'count'])
    .where('organization_id', '=', organizationId)
    .where('starts_at', 'in', daysMs)
    .where('key_id', '=', keyId)
    .where('user_id', '=', userId)
    .execute();
}

export async function addCounts(
  { db, organizationId }: OrganizationScope,
  { keyId, userId, workspaceId }: CodeReporter,
  counts: readonly DayCount[],
): Promise<void> {
  const of = { organization_id: organizationId, key_id: keyId, user_id: userId, workspace_id: workspaceId };
  await db
    .insertInto('code_counts')
    .values(counts.map((one) => ({ ...of, ...one })))
    .onConflict((row) =>
      row
        .columns(['organization_id', 'starts_at', 'key_id', 'user_id', 'workspace_id', 'counter', 'tool'])
        .doUpdateSet({ count: (eb) => eb('code_counts.count', '+', eb.ref('excluded.count')) }),
    )
    .execute();
}

/** Forgets series that nothing came of since then. */
export function dropSeries(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  return deleteInSteps(db, 'code_series', db.selectFrom('code_series').where('updated_at', '<', beforeMs));
}
