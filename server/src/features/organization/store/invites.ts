import { sql, type Kysely, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Invite, InviteQuery } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import { fingerprintBytes } from '#kit';
import {
  readPage,
  toPreciseTimestamp,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';

export type StoredInvite = Selectable<Tables['invites']>;

export function findInvitePage(
  scope: OrganizationScope,
  { status }: InviteQuery,
  nowMs: number,
  page: PageRequest,
): Promise<Page<StoredInvite>> {
  const invites = invitesOf(scope);
  const wanted = status === undefined ? invites : invites.where(hasStatus(status, nowMs));
  return readPage(wanted as SelectQueryBuilder<Tables, 'invites', StoredInvite>, 'id', page);
}

export function findInvite(scope: OrganizationScope, id: string): Promise<StoredInvite | undefined> {
  return invitesOf(scope).where('id', '=', id).executeTakeFirst();
}

export async function insertInvite(
  { db, organizationId }: OrganizationScope,
  invite: Pick<
    StoredInvite,
    'id' | 'email' | 'role' | 'workspaces' | 'invited_by' | 'invited_at' | 'expires_at'
  >,
  tokenFingerprint: string,
): Promise<void> {
  await db
    .insertInto('invites')
    .values({
      ...invite,
      organization_id: organizationId,
      accepted_at: null,
      token_fingerprint: fingerprintBytes(tokenFingerprint),
    })
    .execute();
}

/** Finds the pending, unexpired invite for a link token, in any organization. */
export function findOpenInvite(
  db: Kysely<Tables>,
  tokenFingerprint: string,
  nowMs: number,
): Promise<StoredInvite | undefined> {
  const invite = db
    .selectFrom('invites')
    .selectAll()
    .where('token_fingerprint', '=', fingerprintBytes(tokenFingerprint));
  return invite.where(hasStatus('pending', nowMs)).executeTakeFirst();
}

/** False when it is no longer pending: of two concurrent acceptances, one succeeds. */
export async function setInviteAccepted(
  { db, organizationId }: OrganizationScope,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const invite = db
    .updateTable('invites')
    .set({ status: 'accepted', accepted_at: nowMs })
    .where('organization_id', '=', organizationId);
  const accepted = invite
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', nowMs);
  return (await accepted.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function setInviteDeleted({ db, organizationId }: OrganizationScope, id: string): Promise<void> {
  await db
    .updateTable('invites')
    .set({ status: 'deleted' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Deletes what a person sent and nobody has accepted yet. Returns the ids. */
export async function deleteInvitesOf(
  { db, organizationId }: OrganizationScope,
  userId: string,
  nowMs: number,
): Promise<string[]> {
  const sent = db
    .updateTable('invites')
    .set({ status: 'deleted' })
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', userId);
  const deleted = sent.where(hasStatus('pending', nowMs)).returning('id');
  return (await deleted.execute()).map(({ id }) => id);
}

/** Whether the address is a member's, or an invite to it is open. */
export async function isInvited(scope: OrganizationScope, email: string, nowMs: number): Promise<boolean> {
  const isAddress = sql<boolean>`lower(email) = lower(${email})`;
  const open = invitesOf(scope).where(isAddress).where(hasStatus('pending', nowMs));
  if (await open.executeTakeFirst()) return true;
  const members = scope.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id');
  const active = members
    .where('organization_id', '=', scope.organizationId)
    .where('status', '<>', 'removed')
    .where(isAddress);
  return (await active.executeTakeFirst()) !== undefined;
}

/** Which of these are workspaces of the organization. */
export async function findWorkspaceIds(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = db
    .selectFrom('workspaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids);
  return new Set((await found.execute()).map(({ id }) => id));
}

/** Expired is what is past its date and still pending. */
function hasStatus(status: Invite['status'], nowMs: number) {
  const isPast = sql<boolean>`expires_at <= ${toPreciseTimestamp(nowMs)}::timestamptz`;
  if (status === 'expired') return sql<boolean>`status = 'pending' and ${isPast}`;
  return status === 'pending'
    ? sql<boolean>`status = 'pending' and not ${isPast}`
    : sql<boolean>`status = ${status}`;
}

function invitesOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('invites').selectAll().where('organization_id', '=', organizationId);
}

/** For the audit log. */
export const inviteNames: ResourceNames = ({ organizationId }) =>
  sql`select id, email as name from invites where organization_id = ${organizationId}`;
