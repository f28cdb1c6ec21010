import { sql } from 'kysely';
import type { SpendLimitQuery } from '@svc/contract';
import { newId } from '#kit';
import { readPage, toPreciseTimestamp, type OrganizationScope, type Page, type PageRequest } from '#store';
import type { StoredSpendLimit } from './spend-limit-object.ts';

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

/** Whether the organization has what the limit is for. */
export async function targetExists(
  { db, organizationId }: OrganizationScope,
  target: SpendScope,
): Promise<boolean> {
  if (target.scope === 'organization') return true;
  const own = db.selectNoFrom((eb) => {
    if (target.scope === 'member') {
      const member = eb.selectFrom('members').select('user_id').where('organization_id', '=', organizationId);
      return eb
        .exists(member.where('user_id', '=', target.userId).where('status', '<>', 'removed'))
        .as('found');
    }
    const [table, id] =
      target.scope === 'workspace'
        ? (['workspaces', target.workspaceId] as const)
        : (['member_groups', target.groupId] as const);
    return eb
      .exists(
        eb.selectFrom(table).select('id').where('organization_id', '=', organizationId).where('id', '=', id),
      )
      .as('found');
  });
  return Boolean((await own.executeTakeFirst())?.found);
}

export async function isArchivedWorkspace(
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<boolean> {
  const workspace = db
    .selectFrom('workspaces')
    .select('archived_at')
    .where('organization_id', '=', organizationId);
  return ((await workspace.where('id', '=', workspaceId).executeTakeFirst())?.archived_at ?? null) !== null;
}

export async function findSpendLimit(
  { db, organizationId }: OrganizationScope,
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

/** Returns the new id. */
export async function insertSpendLimit(
  { db, organizationId }: OrganizationScope,
  scope: SpendScope,
  limitNanos: number,
  nowMs: number,
): Promise<string> {
  const id = newId('spl_', nowMs);
  const row = {
    id,
    organization_id: organizationId,
    ...columns(scope),
    limit_nanos: limitNanos,
    created_at: nowMs,
    updated_at: nowMs,
  };
  await db.insertInto('spend_limits').values(row).execute();
  return id;
}

/** What the whole organization may spend in a month, null without a limit, and what it has spent of credits. */
export async function findSpendOfOrganization(
  scope: OrganizationScope,
  monthStartsAtMs: number,
): Promise<{ readonly limitNanos: number | null; readonly spentNanos: number }> {
  const limit = await findSpendLimit(scope, { scope: 'organization' });
  const spend = await scope.db
    .selectFrom('credit_spend')
    .select('spent_nanos')
    .where('organization_id', '=', scope.organizationId)
    .where('month_starts_at', '=', monthStartsAtMs)
    .where('scope', '=', 'organization')
    .executeTakeFirst();
  return { limitNanos: limit?.limit_nanos ?? null, spentNanos: spend?.spent_nanos ?? 0 };
}

export async function saveSpendLimit(
  { db, organizationId }: OrganizationScope,
  id: string,
  limitNanos: number,
  nowMs: number,
): Promise<void> {
  const limit = db.updateTable('spend_limits').set({ limit_nanos: limitNanos, updated_at: nowMs });
  await limit.where('organization_id', '=', organizationId).where('id', '=', id).execute();
}

export async function deleteSpendLimitRow(
  { db, organizationId }: OrganizationScope,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('spend_limits')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

export function findSpendLimits(
  scope: OrganizationScope,
  query: SpendLimitQuery,
  monthStartsAtMs: number,
  page: PageRequest,
): Promise<Page<StoredSpendLimit>> {
  let limits = limitsOf(scope, monthStartsAtMs);
  if (query.scope_type !== undefined) limits = limits.where('l.scope', '=', query.scope_type);
  if (query.workspace_id !== undefined) limits = limits.where('l.workspace_id', '=', query.workspace_id);
  if (query.user_id !== undefined) limits = limits.where('l.user_id', '=', query.user_id);
  return readPage(limits, 'l.id', page);
}

export function loadSpendLimit(
  scope: OrganizationScope,
  id: string,
  monthStartsAtMs: number,
): Promise<StoredSpendLimit | undefined> {
  return limitsOf(scope, monthStartsAtMs).where('l.id', '=', id).executeTakeFirst();
}

/** Whose limits: of the organization and all its workspaces, or of one workspace, one person, or both. */
export type LimitsOf = 'organization' | { readonly workspaceId: string | undefined; readonly userId: string };

export function loadLimitsOf(
  scope: OrganizationScope,
  of: LimitsOf,
  monthStartsAtMs: number,
): Promise<StoredSpendLimit[]> {
  const limits = limitsOf(scope, monthStartsAtMs).orderBy('l.id');
  if (of === 'organization') return limits.where('l.scope', 'in', ['organization', 'workspace']).execute();
  const { workspaceId, userId } = of;
  return limits
    .where((eb) =>
      eb.or([
        eb('l.user_id', '=', userId),
        ...(workspaceId === undefined ? [] : [eb('l.workspace_id', '=', workspaceId)]),
      ]),
    )
    .execute();
}

/** With this month's spend: that of a group is its members'. */
function limitsOf({ db, organizationId }: OrganizationScope, monthStartsAtMs: number) {
  const month = sql`${toPreciseTimestamp(monthStartsAtMs)}::timestamptz`;
  const spent = sql<number>`coalesce(case l.scope
    when 'group' then (
      select sum(c.spent_nanos)::bigint from credit_spend c join member_group_users g on g.user_id = c.scope_id
      where g.group_id = l.group_id and c.organization_id = l.organization_id and c.scope = 'member' and c.month_starts_at = ${month})
    else (
      select c.spent_nanos from credit_spend c
      where c.organization_id = l.organization_id and c.month_starts_at = ${month}
        and c.scope = l.scope and c.scope_id = coalesce(l.workspace_id, l.user_id, ''))
    end, 0)`;
  return db
    .selectFrom('spend_limits as l')
    .select([
      'l.id',
      'l.scope',
      'l.workspace_id',
      'l.user_id',
      'l.group_id',
      'l.limit_nanos',
      'l.created_at',
      'l.updated_at',
    ])
    .select(spent.as('spent_nanos'))
    .where('l.organization_id', '=', organizationId);
}

/** What counts against the budget of a key `k` whose spend of the month is `c`: with what the key had spent that it replaces. */
export function spentOfBudget(monthStartsAtMs: number) {
  const month = sql`${toPreciseTimestamp(monthStartsAtMs)}::timestamptz`;
  return sql<number>`(coalesce(c.spent_nanos, 0)
    + case when k.carried_month_starts_at = ${month} then k.carried_nanos else 0 end)::bigint`;
}
