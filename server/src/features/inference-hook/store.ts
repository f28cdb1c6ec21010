import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import { HOUR_MS } from '#kit';
import { deleteInSteps, type OrganizationScope, type Tables } from '#store';

export type HookRow = Selectable<Tables['inference_hooks']>;
export type HookChange = Omit<Updateable<Tables['inference_hooks']>, 'organization_id'>;
type NewHook = Omit<Insertable<Tables['inference_hooks']>, 'organization_id'>;

/** What calls of the last hour came to. */
export interface HookCounts {
  readonly calls: number;
  readonly denied: number;
  readonly failed: number;
}

/** `lock`: nobody else changes it until this transaction ends. */
export function findHook(
  { db, organizationId }: OrganizationScope,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<HookRow | undefined> {
  const hook = db.selectFrom('inference_hooks').selectAll().where('organization_id', '=', organizationId);
  return (lock ? hook.forNoKeyUpdate() : hook).executeTakeFirst();
}

export async function insertHook({ db, organizationId }: OrganizationScope, hook: NewHook): Promise<void> {
  await db
    .insertInto('inference_hooks')
    .values({ ...hook, organization_id: organizationId })
    .execute();
}

export async function setHook(
  { db, organizationId }: OrganizationScope,
  settings: HookChange,
): Promise<void> {
  await db
    .updateTable('inference_hooks')
    .set(settings)
    .where('organization_id', '=', organizationId)
    .execute();
}

/** With its counts. */
export async function deleteHookRow({ db, organizationId }: OrganizationScope): Promise<void> {
  await db.deleteFrom('inference_hooks').where('organization_id', '=', organizationId).execute();
}

export async function sumLastHour(
  { db, organizationId }: OrganizationScope,
  nowMs: number,
): Promise<HookCounts> {
  const sum = (column: 'calls' | 'denied' | 'failed') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`.as(column);
  return db
    .selectFrom('inference_hook_minutes')
    .select([sum('calls'), sum('denied'), sum('failed')])
    .where('organization_id', '=', organizationId)
    .where('minute_at', '>', nowMs - HOUR_MS)
    .executeTakeFirstOrThrow();
}

/** Adds to the counts of a minute. */
export async function addCounts(
  { db, organizationId }: OrganizationScope,
  minuteMs: number,
  counts: HookCounts,
): Promise<void> {
  const add = (column: keyof HookCounts) =>
    sql<number>`inference_hook_minutes.${sql.ref(column)} + ${counts[column]}`;
  await db
    .insertInto('inference_hook_minutes')
    .values({ organization_id: organizationId, minute_at: minuteMs, ...counts })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'minute_at'])
        .doUpdateSet({ calls: add('calls'), denied: add('denied'), failed: add('failed') }),
    )
    .execute();
}

export function dropMinutes(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  return deleteInSteps(
    db,
    'inference_hook_minutes',
    db.selectFrom('inference_hook_minutes').where('minute_at', '<', beforeMs),
  );
}
