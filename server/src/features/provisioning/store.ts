import { sql, type Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';

// Any constant that no one else locks.
const PROVISIONING_LOCK = 7_305_801;

/** Waits until no other process provisions, and keeps others waiting until the transaction ends. */
export async function lockProvisioning(trx: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PROVISIONING_LOCK}::bigint)`.execute(trx);
}

/** What a spend limit binds (D-ADM-5); the scope decides which reference is filled. */
export type SpendScope =
  | { readonly scope: 'organization' }
  | { readonly scope: 'workspace'; readonly workspaceId: string }
  | { readonly scope: 'member'; readonly userId: string }
  | { readonly scope: 'group'; readonly groupId: string };

function columns(scope: SpendScope) {
  return {
    scope: scope.scope,
    workspace_id: 'workspaceId' in scope ? scope.workspaceId : null,
    user_id: 'userId' in scope ? scope.userId : null,
    group_id: 'groupId' in scope ? scope.groupId : null,
  };
}

export async function findSpendLimit(
  db: Kysely<Tables>,
  organizationId: string,
  scope: SpendScope,
): Promise<{ id: string; limit_nanos: number } | undefined> {
  const { scope: name, workspace_id, user_id, group_id } = columns(scope);
  return db
    .selectFrom('spend_limits')
    .select(['id', 'limit_nanos'])
    .where('organization_id', '=', organizationId)
    .where('scope', '=', name)
    .where('workspace_id', 'is not distinct from', workspace_id)
    .where('user_id', 'is not distinct from', user_id)
    .where('group_id', 'is not distinct from', group_id)
    .executeTakeFirst();
}

export async function insertSpendLimit(
  db: Kysely<Tables>,
  organizationId: string,
  scope: SpendScope,
  limitNanos: number,
  nowMs: number,
): Promise<void> {
  const id = newId('spl_', nowMs);
  const row = { id, organization_id: organizationId, ...columns(scope), limit_nanos: limitNanos, created_at: nowMs, updated_at: nowMs };
  await db.insertInto('spend_limits').values(row).execute();
}

export async function setSpendLimit(db: Kysely<Tables>, id: string, limitNanos: number, nowMs: number): Promise<void> {
  await db.updateTable('spend_limits').set({ limit_nanos: limitNanos, updated_at: nowMs }).where('id', '=', id).execute();
}

export async function deleteSpendLimit(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('spend_limits').where('id', '=', id).execute();
}
