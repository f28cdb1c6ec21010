import type { Kysely } from 'kysely';
import { ApiError, type Invite, type InviteQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { fingerprint, toTimestamp, type Secret } from '#kit';
import type { OrganizationScope, Tables } from '#store';
import { findInvite, findInvitePage, findOpenInvite, type StoredInvite } from './store/invites.ts';

/** Invitations to the organization (D-ADM-3). */
export function listInvites(scope: OrganizationScope, query: InviteQuery, nowMs: number): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findInvitePage(scope, query, nowMs, page),
    hasPlace: isWellFormedId('invite'),
    toItem: (invite) => toInvite(invite, nowMs),
    idOf: ({ id }) => id,
  });
}

export async function readInvite(scope: OrganizationScope, id: string, nowMs: number): Promise<Invite> {
  const invite = await findInvite(scope, id);
  if (!invite) throw new ApiError('invite_not_found');
  return toInvite(invite, nowMs);
}

/**
 * The invite that a link was mailed for, in whichever organization: the token is the credential. Undefined once it was accepted,
 * withdrawn or has expired. Found by its fingerprint, so that its time reveals nothing.
 */
export function findInviteByToken(
  db: Kysely<Tables>,
  token: Secret,
  nowMs: number,
): Promise<StoredInvite | undefined> {
  return findOpenInvite(db, fingerprint(token.reveal()), nowMs);
}

function toInvite(invite: StoredInvite, nowMs: number): Invite {
  return {
    id: invite.id,
    type: 'invite',
    email: invite.email,
    role: invite.role,
    workspaces: invite.workspaces,
    status: invite.status === 'pending' && invite.expires_at <= nowMs ? 'expired' : invite.status,
    invited_by: invite.invited_by,
    invited_at: toTimestamp(invite.invited_at),
    expires_at: toTimestamp(invite.expires_at),
    accepted_at: invite.accepted_at === null ? null : toTimestamp(invite.accepted_at),
  };
}
