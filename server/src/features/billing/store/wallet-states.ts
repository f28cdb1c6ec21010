import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';
import type { WalletState } from '../credits/cached-wallet.ts';
import { spendMonth, spentOfBudget } from '#features/spend-limits';

/** Loads what each of these organizations has used, spent and is allowed. */
export async function loadWallets(
  db: Kysely<Tables>,
  organizationIds: readonly string[],
  nowMs: number,
): Promise<Map<string, WalletState>> {
  // One query after the other: `db` may be a single connection.
  const windows = await byOrganization(loadWindows(db, organizationIds, nowMs));
  const spent = await byOrganization(loadSpend(db, organizationIds, nowMs));
  const groupSpent = await byOrganization(loadGroupSpend(db, organizationIds, nowMs));
  const limits = await byOrganization(loadLimits(db, organizationIds));
  const groups = await byOrganization(loadGroups(db, organizationIds));
  return new Map(
    organizationIds.map((id): [string, WalletState] => [
      id,
      {
        windows: windows(id).map(({ kind, starts_at, ends_at, used_milli }) => ({
          kind,
          startS: starts_at / 1000,
          endS: ends_at / 1000,
          usedMilli: used_milli,
        })),
        spent: [
          ...spent(id).map((row) => ({ scope: scopeName(row), nanos: row.spent_nanos })),
          ...groupSpent(id).map((row) => ({ scope: `group:${row.group_id}`, nanos: row.spent_nanos })),
        ],
        limits: limits(id).map((row) => ({ scope: scopeName(row), nanos: row.limit_nanos })),
        groupsByMember: groupBy(groups(id)),
      },
    ]),
  );
}

/** Groups rows by organization, without scanning all of them per organization. */
async function byOrganization<T extends { organization_id: string }>(
  query: Promise<T[]>,
): Promise<(id: string) => readonly T[]> {
  const groups = Map.groupBy(await query, (row) => row.organization_id);
  return (id) => groups.get(id) ?? [];
}

function loadWindows(db: Kysely<Tables>, ids: readonly string[], nowMs: number) {
  return db
    .selectFrom('plan_usage')
    .selectAll()
    .where('organization_id', 'in', ids)
    .where('ends_at', '>', nowMs)
    .execute();
}

/** Of keys only that of those with a budget: there may be thousands of others. */
function loadSpend(db: Kysely<Tables>, ids: readonly string[], nowMs: number) {
  const month = spendMonth(nowMs).startS * 1000;
  const ofKeys = db
    .selectFrom('api_keys as k')
    .leftJoin('credit_spend as c', (join) =>
      join
        .onRef('c.organization_id', '=', 'k.organization_id')
        .on('c.month_starts_at', '=', month)
        .on('c.scope', '=', 'key')
        .onRef('c.scope_id', '=', 'k.id'),
    )
    .where('k.organization_id', 'in', ids)
    .where('k.monthly_budget_nanos', 'is not', null)
    .select(['k.organization_id', sql<string>`'key'`.as('scope'), 'k.id as scope_id'])
    .select(spentOfBudget(month).as('spent_nanos'));
  return db
    .selectFrom('credit_spend')
    .where('organization_id', 'in', ids)
    .where('month_starts_at', '=', month)
    .where('scope', 'in', ['organization', 'workspace', 'member'])
    .select(['organization_id', sql<string>`scope`.as('scope'), 'scope_id', 'spent_nanos'])
    .unionAll(ofKeys)
    .execute();
}

function loadGroupSpend(db: Kysely<Tables>, ids: readonly string[], nowMs: number) {
  return db
    .selectFrom('credit_spend')
    .innerJoin('member_group_users', 'member_group_users.user_id', 'credit_spend.scope_id')
    .innerJoin('member_groups', (join) =>
      join
        .onRef('member_groups.id', '=', 'member_group_users.group_id')
        .onRef('member_groups.organization_id', '=', 'credit_spend.organization_id'),
    )
    .where('credit_spend.organization_id', 'in', ids)
    .where('credit_spend.scope', '=', 'member')
    .where('month_starts_at', '=', spendMonth(nowMs).startS * 1000)
    .groupBy(['credit_spend.organization_id', 'member_groups.id'])
    .select(['credit_spend.organization_id', 'member_groups.id as group_id'])
    .select(sql<number>`sum(spent_nanos)::bigint`.as('spent_nanos'))
    .execute();
}

function loadLimits(db: Kysely<Tables>, ids: readonly string[]) {
  const budgets = db
    .selectFrom('api_keys')
    .where('organization_id', 'in', ids)
    .where('monthly_budget_nanos', 'is not', null)
    .select(['organization_id', sql<string>`'key'`.as('scope'), 'id as scope_id'])
    .select(sql<number>`monthly_budget_nanos`.as('limit_nanos'));
  return db
    .selectFrom('spend_limits')
    .where('organization_id', 'in', ids)
    .select(['organization_id', sql<string>`scope`.as('scope')])
    .select(sql<string>`coalesce(workspace_id, user_id, group_id, '')`.as('scope_id'))
    .select('limit_nanos')
    .unionAll(budgets)
    .execute();
}

function loadGroups(db: Kysely<Tables>, ids: readonly string[]) {
  return db
    .selectFrom('member_groups')
    .innerJoin('member_group_users', 'member_group_users.group_id', 'member_groups.id')
    .where('organization_id', 'in', ids)
    .select(['organization_id', 'group_id', 'user_id'])
    .execute();
}

function scopeName({ scope, scope_id: id }: { scope: string; scope_id: string }): string {
  return id === '' ? scope : `${scope}:${id}`;
}

function groupBy(
  rows: readonly { group_id: string; user_id: string }[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { group_id: group, user_id: user } of rows)
    groups.set(user, [...(groups.get(user) ?? []), group]);
  return groups;
}
