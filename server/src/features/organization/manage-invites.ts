import { ApiError, type Invite, type InviteCreation } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { enqueueLinkMail, type LinkSeal } from '#features/mail';
import { DAY_MS, fingerprint, newId, newSecret } from '#kit';
import { requireRank } from './authority.ts';
import { readInvite } from './invites.ts';
import { loadOrganization } from './store/administered-organization.ts';
import { findWorkspaceIds, insertInvite, isInvited, setInviteDeleted } from './store/invites.ts';

export interface InviteRules {
  readonly days: number;
  /** What the link's token is kept with until the mail was sent. */
  readonly seal: LinkSeal;
}

/** Invites a person with a role no higher than the inviter's own (D-ADM-3). The link is mailed, and never part of an answer. */
export async function createInvite(
  change: MutationContext,
  { email, role, workspaces }: InviteCreation,
  rules: InviteRules,
): Promise<Invite> {
  const { scope, source, nowMs, userId } = change;
  requireDistinct(workspaces);
  await requireAllowedDomain(change, email);
  requireRank(change, role);
  const known = await findWorkspaceIds(
    scope,
    workspaces.map((one) => one.workspace_id),
  );
  const missing = workspaces.findIndex((one) => !known.has(one.workspace_id));
  if (missing >= 0)
    throw new ApiError('workspace_not_found', { param: `workspaces[${missing}].workspace_id` });
  if (role === 'primary_owner')
    throw new ApiError('resource_conflict', {
      message: 'Primary ownership can only be transferred in the Console.',
    });
  if (await isInvited(scope, email, nowMs)) {
    throw new ApiError('resource_conflict', {
      message: 'This person is already a member or has a pending invite.',
    });
  }
  const id = newId('invite_', nowMs);
  const token = newSecret('invitetoken_');
  const expiresAtMs = nowMs + rules.days * DAY_MS;
  const dates = { invited_by: userId, invited_at: nowMs, expires_at: expiresAtMs };
  await insertInvite(scope, { id, email, role, workspaces, ...dates }, fingerprint(token.reveal()));
  await auditChange(change, {
    event: 'member.invited',
    resource: { type: 'invite', id },
    changes: { role: { from: null, to: role } },
  });
  const mail = { kind: 'invite', data: { role, invitedBy: source.actor.email }, token, expiresAtMs } as const;
  await enqueueLinkMail(
    scope.db,
    rules.seal,
    { ...mail, to: email, organizationId: scope.organizationId },
    nowMs,
  );
  return readInvite(scope, id, nowMs);
}

/** Withdraws an invite that is still open. */
export async function deleteInvite(change: MutationContext, id: string): Promise<object> {
  const { scope, nowMs } = change;
  const { status } = await readInvite(scope, id, nowMs);
  if (status !== 'pending')
    throw new ApiError('resource_conflict', {
      message: `The invite is ${status}; only a pending one can be deleted.`,
    });
  await setInviteDeleted(scope, id);
  await auditChange(change, { event: 'invite.deleted', resource: { type: 'invite', id } });
  return { id, type: 'invite', deleted: true };
}

/** An invite with two roles in one workspace could not be accepted. */
function requireDistinct(workspaces: InviteCreation['workspaces']): void {
  const ids = workspaces.map((one) => one.workspace_id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeated < 0) return;
  const param = `workspaces[${repeated}].workspace_id`;
  throw new ApiError('invalid_parameter', { param, message: 'A workspace may be listed only once.' });
}

async function requireAllowedDomain({ scope }: MutationContext, email: string): Promise<void> {
  if (!admitsAddress((await loadOrganization(scope))?.allowed_email_domains ?? [], email)) {
    throw new ApiError('invalid_parameter', {
      param: 'email',
      message: 'The address must be in one of the allowed_email_domains of the organization.',
    });
  }
}

/** No domains: any. */
export function admitsAddress(allowedDomains: readonly string[], email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return allowedDomains.length === 0 || allowedDomains.includes(domain);
}
