import type { Kysely } from 'kysely';
import { ApiError, type Invitation, type SignInAnswer } from '@svc/contract';
import type { Exchange } from '#exchange';
import type { Change } from '#features/audit';
import { acceptInvite, bumpEpoch, createUser, findInviteByToken, findUserByEmail, lockOrganization } from '#features/organization';
import { joinWorkspace } from '#features/workspaces';
import { Secret, toTimestamp } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { withinAddressLimit } from './attempts.ts';
import { byPerson } from './audit-everywhere.ts';
import { hashPassword, setPassword } from './passwords.ts';
import type { LinkRooms } from './reset-password.ts';
import { signIn, type Answered } from './sign-in.ts';
import { findInviteNames, findOpenWorkspaces } from './store/invitations.ts';
import { setOrganization } from './store/sessions.ts';

export interface Acceptance {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

type OpenInvite = NonNullable<Awaited<ReturnType<typeof findInviteByToken>>>;

export async function readInvitation(rooms: LinkRooms, exchange: Exchange, { token }: { readonly token: string }): Promise<Invitation> {
  const invite = await withinAddressLimit(rooms, exchange, () => requireInvite(rooms, token));
  const { organization, inviter } = await findInviteNames(rooms.db, invite);
  return {
    type: 'invitation',
    organization,
    email: invite.email,
    role: invite.role,
    invited_by: inviter,
    has_account: (await findUserByEmail(rooms.db, invite.email)) !== undefined,
    expires_at: toTimestamp(invite.expires_at),
  };
}

/**
 * Accepts an invite. Whoever has an account must be signed in to it: the link alone, which the owners of an organization without a
 * mail server can read, opens nobody's account. Anybody else becomes a person by it, and is signed in.
 */
export async function acceptInvitation(rooms: LinkRooms, exchange: Exchange, acceptance: Acceptance): Promise<Answered<SignInAnswer>> {
  const invite = await withinAddressLimit(rooms, exchange, () => requireInvite(rooms, acceptance.token));
  const account = await findUserByEmail(rooms.db, invite.email);
  if (!account) return joinAnew(rooms, exchange, invite, acceptance);
  const person = await rooms.sessions.find(exchange.request.headers.cookie);
  if (person.userId !== account.id) throw new ApiError('session_required', { message: `Sign in as ${invite.email} to accept the invite.` });
  await join(rooms, exchange, invite, () => Promise.resolve(account.id));
  await setOrganization(rooms.db, person.sessionId, invite.organization_id);
  return { body: { type: 'sign_in', status: 'signed_in' }, cookies: [] };
}

async function joinAnew(
  rooms: LinkRooms,
  exchange: Exchange,
  invite: OpenInvite,
  { name, password }: Acceptance,
): Promise<Answered<SignInAnswer>> {
  if (name === undefined) throw new ApiError('invalid_parameter', { param: 'name', message: 'Choose your name.' });
  if (password === undefined) throw new ApiError('invalid_parameter', { param: 'password', message: 'Choose a password.' });
  const [hash, email, nowMs] = [await hashPassword(password), invite.email.toLowerCase(), rooms.clock.nowMs()];
  await join(rooms, exchange, invite, async (trx) => {
    // Somebody else was as quick, by another invite.
    if (await findUserByEmail(trx, email))
      throw new ApiError('resource_conflict', { message: `There is an account of ${email} now. Sign in to it.` });
    const userId = await createUser(trx, { email, name }, nowMs);
    await setPassword(trx, userId, hash, nowMs);
    return userId;
  });
  return signIn(rooms, exchange, { email, password });
}

async function join(
  rooms: LinkRooms,
  exchange: Exchange,
  invite: OpenInvite,
  whoJoins: (trx: Kysely<Tables>) => Promise<string>,
): Promise<void> {
  const { organization_id: organizationId, email, role } = invite;
  const epoch = await rooms.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const userId = await whoJoins(trx);
    const { ipAddress, userAgent, requestId } = byPerson(exchange, { userId, email });
    const source = { actor: { type: 'user', id: userId, email, role }, ipAddress, userAgent, requestId } as const;
    const scope = new OrganizationScope(trx, organizationId);
    const change: Change = { scope, source, userId, nowMs: rooms.clock.nowMs(), touchesCredentials: false };
    await acceptInvite(change, invite);
    const open = await findOpenWorkspaces(scope);
    for (const workspace of invite.workspaces) {
      if (open.has(workspace.workspace_id)) await joinWorkspace(change, workspace.workspace_id, userId, workspace.role);
    }
    return bumpEpoch(trx, organizationId);
  });
  await rooms.credentialsChanged([{ organizationId, epoch }]);
}

async function requireInvite({ db, clock }: LinkRooms, token: string): Promise<OpenInvite> {
  const invite = await findInviteByToken(db, new Secret(token), clock.nowMs());
  if (!invite) throw new ApiError('link_invalid');
  return invite;
}
