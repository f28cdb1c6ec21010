import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { BatchQuery, BatchStatus } from '@svc/contract';
import {
  readPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
  type WorkspaceScope,
} from '#store';

export type BatchRow = Selectable<Tables['batches']>;

export async function insertBatch(
  scope: WorkspaceScope,
  batch: Omit<Insertable<Tables['batches']>, 'organization_id' | 'workspace_id'>,
): Promise<BatchRow> {
  return scope.db
    .insertInto('batches')
    .values({ ...batch, organization_id: scope.organizationId, workspace_id: scope.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** With `lock` the row is locked until the transaction ends. */
export function findBatch(
  scope: WorkspaceScope,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<BatchRow | undefined> {
  const batch = batchesOf(scope).where('id', '=', id);
  return (lock ? batch.forUpdate() : batch).executeTakeFirst();
}

export function findBatchPage(
  scope: WorkspaceScope,
  { status }: Pick<BatchQuery, 'status'>,
  page: PageRequest,
): Promise<Page<BatchRow>> {
  let batches = batchesOf(scope);
  if (status !== undefined) batches = batches.where('status', '=', status);
  return readPage(batches, 'id', page);
}

/** In any workspace; locks the row until the transaction ends. */
export function lockBatch(trx: Kysely<Tables>, id: string): Promise<BatchRow | undefined> {
  return trx.selectFrom('batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findAnyBatch(db: Kysely<Tables>, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** For a batch that the transaction has locked. */
export function updateBatch(
  trx: Kysely<Tables>,
  id: string,
  set: Updateable<Tables['batches']>,
): Promise<BatchRow> {
  return trx.updateTable('batches').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

const COUNTERS = [
  'succeeded',
  'errored',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_nanos',
  'plan_milli',
  'direct_nanos',
] as const;

/** Adds to the counters, and returns the batch, which is locked from here on. */
export function countResults(
  trx: Kysely<Tables>,
  id: string,
  more: Readonly<Record<(typeof COUNTERS)[number], number>>,
): Promise<BatchRow> {
  return trx
    .updateTable('batches')
    .set((eb) => Object.fromEntries(COUNTERS.map((counter) => [counter, eb(counter, '+', more[counter])])))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The batches of a workspace that have not ended. */
export function lockOpenBatches({ db, organizationId, workspaceId }: WorkspaceScope): Promise<BatchRow[]> {
  return db
    .selectFrom('batches')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .where('status', 'in', ['validating', 'in_progress'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The batches of an organization that have not ended. */
export async function countOpenBatchesOf({ db, organizationId }: OrganizationScope): Promise<number> {
  const { count } = await db
    .selectFrom('batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['validating', 'in_progress', 'canceling'])
    .executeTakeFirstOrThrow();
  return count;
}

export interface OpenBatches {
  readonly status: BatchStatus;
  readonly count: number;
  /** When the oldest was created. */
  readonly createdAt: number;
}

/** Batches of every organization that have not ended, by status: `most` of them, those that expire first. */
export async function countOpenBatches(db: Kysely<Tables>, most: number): Promise<OpenBatches[]> {
  const { rows } = await sql<OpenBatches>`
    select status, count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as "createdAt"
    from (
      select status, created_at from batches where status in ('validating', 'in_progress', 'canceling')
      order by expires_at limit ${sql.lit(most)}) open
    group by status order by status`.execute(db);
  return rows;
}

function batchesOf({ db, organizationId, workspaceId }: WorkspaceScope) {
  return db
    .selectFrom('batches')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId);
}

/** Whether the workspace has any. */
export async function hasBatches(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const one = db
    .selectFrom('batches')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId)
    .limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}
