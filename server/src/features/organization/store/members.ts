import { sql, type Kysely } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import type { Tables } from '#store';
import type { Account } from './accounts.ts';

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly status: 'active' | 'suspended' | 'removed';
}

export type MemberStatus = Member['status'];

/** Every member there ever was of the organization, removed ones included. */
export async function findMembers(
  db: Kysely<Tables>,
  organizationId: string,
): Promise<(Member & Pick<Account, 'name' | 'account'>)[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.user_id',
      'users.email',
      'users.name',
      'users.account',
      'members.role',
      'members.status',
    ])
    .where('members.organization_id', '=', organizationId)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email.toLowerCase(),
    name: row.name,
    account: row.account,
    role: row.role,
    status: row.status,
  }));
}

/** An organization has one primary owner at most: a second one violates `members_one_primary_owner`. */
export async function addMember(
  db: Kysely<Tables>,
  member: {
    readonly organizationId: string;
    readonly userId: string;
    readonly role: OrganizationRole;
    readonly status?: MemberStatus;
  },
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
  change: { readonly role: OrganizationRole; readonly status: MemberStatus },
): Promise<void> {
  await db
    .updateTable('members')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** For the audit log: of those who were removed, too. */
export const memberNames: ResourceNames = ({ organizationId }) =>
  sql`select u.id, u.name from members m join users u on u.id = m.user_id where m.organization_id = ${organizationId}`;
