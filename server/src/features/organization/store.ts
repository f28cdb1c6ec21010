import { sql, type Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';
import type { OrganizationRecord } from './organization-directory.ts';

/** Roles in an organization, highest first (D-ADM-1). */
export type MemberRole = Tables['members']['role'];
export type MemberStatus = Member['status'];

/** Owners and administrators act in every workspace without being added to it (platform contract §2.3). */
export function hasWorkspaceAuthority(role: MemberRole): boolean {
  return role === 'primary_owner' || role === 'owner' || role === 'administrator';
}

export interface OrganizationSettings {
  readonly status: 'active' | 'unavailable';
  readonly plan: string;
  readonly billing: 'active' | 'inactive';
  readonly zeroDataRetention: boolean;
  readonly creditsEnabled: boolean;
  readonly subscribedAtMs: number;
}

export interface NewOrganization extends Partial<OrganizationSettings> {
  readonly name: string;
  readonly plan: string;
}

/** The organizations among `ids` that exist, by one query. */
export async function loadOrganizations(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, OrganizationRecord>> {
  const rows = await db.selectFrom('organizations').selectAll().where('id', 'in', ids).execute();
  const records = rows.map((row): OrganizationRecord => ({
    id: row.id,
    name: row.name,
    status: row.status,
    plan: row.plan,
    billing: row.billing,
    zeroDataRetention: row.zero_data_retention,
    creditsEnabled: row.credits_enabled,
    mcpPolicy: row.mcp_policy,
    subscribedAtMs: row.subscribed_at,
  }));
  return new Map(records.map((record) => [record.id, record]));
}

/** The epochs of the organizations among `ids` that exist, by one query. */
export async function loadEpochs(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('organizations').select(['id', 'epoch']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** Tells every node that credentials of this organization must be judged anew. In the transaction of the change. */
export async function bumpEpoch(trx: Kysely<Tables>, id: string): Promise<number> {
  const { epoch } = await trx
    .updateTable('organizations')
    .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
    .where('id', '=', id)
    .returning('epoch')
    .executeTakeFirstOrThrow();
  return epoch;
}

/** Keeps other changes of the organization waiting until the transaction ends; nobody who only refers to it waits. */
export async function lockOrganization(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function hasAnyOrganization(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** By the name it was provisioned under, which stays when its owners rename it. */
export async function findOrganizationByName(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  return (await db.selectFrom('organizations').select('id').where('provisioning_name', '=', name).executeTakeFirst())?.id;
}

/** Returns the new id. Settings left out take their defaults: active, billing active, no credits, subscribed now. */
export async function createOrganization(db: Kysely<Tables>, organization: NewOrganization, nowMs: number): Promise<string> {
  const id = newId('org_', nowMs);
  await db
    .insertInto('organizations')
    .values({
      id,
      name: organization.name,
      provisioning_name: organization.name,
      status: organization.status ?? 'active',
      plan: organization.plan,
      billing: organization.billing ?? 'active',
      zero_data_retention: organization.zeroDataRetention ?? false,
      credits_enabled: organization.creditsEnabled ?? false,
      subscribed_at: organization.subscribedAtMs ?? nowMs,
      created_at: nowMs,
    })
    .execute();
  return id;
}

/** Brings the given settings; true when that changed anything. */
export async function updateOrganization(db: Kysely<Tables>, id: string, settings: Partial<OrganizationSettings>): Promise<boolean> {
  const before = (await loadOrganizations(db, [id])).get(id);
  if (before === undefined) return false;
  const after = { ...before, ...settings };
  if (Object.entries(settings).every(([name, value]) => before[name as keyof OrganizationSettings] === value)) return false;
  await db
    .updateTable('organizations')
    .set({
      status: after.status,
      plan: after.plan,
      billing: after.billing,
      zero_data_retention: after.zeroDataRetention,
      credits_enabled: after.creditsEnabled,
      subscribed_at: after.subscribedAtMs,
    })
    .where('id', '=', id)
    .execute();
  return true;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly account: 'enabled' | 'disabled';
}

/** People are one account by e-mail, whatever its letter case. */
export async function findUserByEmail(db: Kysely<Tables>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'account'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

export async function createUser(
  db: Kysely<Tables>,
  user: { readonly email: string; readonly name: string; readonly account?: 'enabled' | 'disabled' },
  nowMs: number,
): Promise<string> {
  const id = newId('user_', nowMs);
  await db
    .insertInto('users')
    .values({ id, email: user.email, name: user.name, account: user.account ?? 'enabled', created_at: nowMs })
    .execute();
  return id;
}

export async function updateAccount(db: Kysely<Tables>, id: string, account: 'enabled' | 'disabled'): Promise<void> {
  await db.updateTable('users').set({ account }).where('id', '=', id).execute();
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: 'active' | 'suspended' | 'removed';
}

/** Every member there ever was of the organization, removed ones included. */
export async function findMembers(db: Kysely<Tables>, organizationId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.email', 'members.role', 'members.status'])
    .where('members.organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => ({ userId: row.user_id, email: row.email.toLowerCase(), role: row.role, status: row.status }));
}

/** An organization has one primary owner at most: a second one violates `members_one_primary_owner`. */
export async function addMember(
  db: Kysely<Tables>,
  member: { readonly organizationId: string; readonly userId: string; readonly role: MemberRole; readonly status?: MemberStatus },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('members')
    .values({
      organization_id: member.organizationId,
      user_id: member.userId,
      role: member.role,
      status: member.status ?? 'active',
      added_at: nowMs,
    })
    .execute();
}

export async function updateMember(
  db: Kysely<Tables>,
  organizationId: string,
  userId: string,
  change: { readonly role: MemberRole; readonly status: MemberStatus },
): Promise<void> {
  await db.updateTable('members').set(change).where('organization_id', '=', organizationId).where('user_id', '=', userId).execute();
}

/** Ids of the organization's groups by name (D-ADM-5). */
export async function findGroups(db: Kysely<Tables>, organizationId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('member_groups').select(['id', 'name']).where('organization_id', '=', organizationId).execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

export async function createGroup(db: Kysely<Tables>, organizationId: string, name: string, nowMs: number): Promise<string> {
  const id = newId('grp_', nowMs);
  await db.insertInto('member_groups').values({ id, organization_id: organizationId, name, created_at: nowMs }).execute();
  return id;
}

/** Adds those who are not in the group yet; returns how many. */
export async function addToGroup(db: Kysely<Tables>, groupId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member_group_users')
    .values(userIds.map((userId) => ({ group_id: groupId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}
