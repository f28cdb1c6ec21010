import type { Kysely } from 'kysely';
import { ApiError, type InviteLink, type SignInOutcome } from '@svc/contract';
import type { EpochChange } from '#cluster';
import type { HttpExchange } from '#exchange';
import { userAgentOf } from '#features/audit';
import { readLinkToken, type LinkToken } from '#features/mail';
import {
  acceptInvite,
  claimEmail,
  createUser,
  findInviteByToken,
  findUserByEmail,
  runChange,
  setUnverified,
  wasMember,
  type Account,
} from '#features/organization';
import { addWorkspaceMember } from '#features/workspaces';
import { Secret, toTimestamp } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { inTurnOfNetwork, withinAddressLimit } from './attempts.ts';
import type { WithCookies } from './complete-sign-in.ts';
import { forgetSignIn } from './forget-sign-in.ts';
import { requireStrongPassword } from './password-strength/require-strong-password.ts';
import { hashPassword, setPassword } from './passwords.ts';
import type { LinkDeps } from './reset-password.ts';
import { signInWithNewPassword } from './sign-in.ts';
import { dropChallenges } from './store/challenges.ts';
import { findInviteNames, findOpenWorkspaces } from './store/invites.ts';
import { setName } from './store/memberships.ts';
import { setOrganization } from './store/sessions.ts';
import { mustUseConnection } from './store/sso-connections.ts';

export interface Acceptance {
  readonly token: string;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

type OpenInvite = NonNullable<Awaited<ReturnType<typeof findInviteByToken>>>;

interface OpenedInvite extends Pick<LinkToken, 'isMailed'> {
  readonly invite: OpenInvite;
}

export async function readInviteLink(
  deps: LinkDeps,
  exchange: HttpExchange,
  { token }: { readonly token: string },
): Promise<InviteLink> {
  const { invite, isMailed } = await openInvite(deps, exchange, token);
  const { organization, inviter } = await findInviteNames(deps.db, invite);
  const account = await findUserByEmail(deps.db, invite.email);
  return {
    type: 'invite_link',
    organization,
    email: invite.email,
    role: invite.role,
    invited_by: inviter,
    has_account: account !== undefined && !isClaimed(account, isMailed),
    expires_at: toTimestamp(invite.expires_at),
  };
}

/**
 * Accepts an invite. Whoever has a verified account must be signed in to it: the link alone, which the owners of an organization without
 * a mail server can read, opens nobody's account. Creates the account if the address has none, and signs the person in. An unverified
 * account is taken over by the recipient of the mailed link. Throws 401 `session_required`, once they are a member, where single sign-on is required.
 */
export async function acceptInviteLink(
  deps: LinkDeps,
  exchange: HttpExchange,
  acceptance: Acceptance,
): Promise<WithCookies<SignInOutcome>> {
  const { invite, isMailed } = await openInvite(deps, exchange, acceptance.token);
  const account = await findUserByEmail(deps.db, invite.email);
  if (!account || isClaimed(account, isMailed))
    return joinWithNewAccount(deps, exchange, { invite, isMailed }, acceptance);
  const person = await deps.sessions.find(exchange.request.headers.cookie);
  if (person.userId !== account.id)
    throw new ApiError('session_required', { message: `Sign in as ${invite.email} to accept the invite.` });
  await join(deps, exchange, invite, async (trx) => {
    await requireVerified(new OrganizationScope(trx, invite.organization_id), invite.email);
    return { userId: account.id, epochs: [] };
  });
  await setOrganization(deps.db, person.sessionId, invite.organization_id);
  return { body: { type: 'sign_in', status: 'signed_in' }, cookies: [] };
}

/** Whether the person who opened the link takes over the account: its address was unverified, and the mailed link verifies it. */
function isClaimed(account: Account, isMailed: boolean): boolean {
  return account.is_unproven && account.account === 'enabled' && isMailed;
}

/**
 * An account with an unverified address cannot leave the organization it came from: it may be an owner's of that
 * organization, who took the link from the outbox.
 */
async function requireVerified(scope: OrganizationScope, email: string): Promise<void> {
  const account = await findUserByEmail(scope.db, email);
  if (account?.is_unproven && !(await wasMember(scope, account.id))) throw new ApiError('email_unproven');
}

async function joinWithNewAccount(
  deps: LinkDeps,
  exchange: HttpExchange,
  { invite, isMailed }: OpenedInvite,
  { name, password }: Acceptance,
): Promise<WithCookies<SignInOutcome>> {
  if (name === undefined)
    throw new ApiError('invalid_parameter', { param: 'name', message: 'Choose your name.' });
  if (password === undefined)
    throw new ApiError('invalid_parameter', { param: 'password', message: 'Choose a password.' });
  const { organization } = await findInviteNames(deps.db, invite);
  await requireStrongPassword(password, { email: invite.email, name, organizations: [organization] });
  const [hash, email, nowMs] = [
    await inTurnOfNetwork(deps, exchange, () => hashPassword(password)),
    invite.email.toLowerCase(),
    deps.clock.nowMs(),
  ];
  const joined = await join(deps, exchange, invite, async (trx) => {
    const account = await claimEmail(trx, email);
    // Another invite created the account in the meantime.
    if (account && !isClaimed(account, isMailed))
      throw new ApiError('resource_conflict', {
        message: `An account for ${email} already exists. Sign in to it.`,
      });
    const epochs = account
      ? await forgetSignIn(trx, { userId: account.id, email }, 'account.claimed', nowMs)
      : [];
    const userId = account?.id ?? (await createUser(trx, { email, name }, nowMs));
    if (account) await setName(trx, userId, name);
    await setPassword(trx, userId, hash, nowMs);
    await setUnverified(trx, userId, !isMailed);
    return { userId, epochs };
  });
  if (await mustUseConnection(deps.db, joined.userId))
    throw new ApiError('session_required', {
      message: `You joined ${organization}. It requires single sign-on: sign in with ${email}.`,
    });
  return signInWithNewPassword(deps, exchange, { userId: joined.userId, password: hash });
}

interface Joining {
  readonly userId: string;
  /** Of organizations whose credentials changed on the way. */
  readonly epochs: readonly EpochChange[];
}

async function join(
  deps: LinkDeps,
  exchange: HttpExchange,
  invite: OpenInvite,
  whoJoins: (trx: Kysely<Tables>) => Promise<Joining>,
): Promise<Joining> {
  const { organization_id: organizationId, email, role } = invite;
  const from = {
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
  const { result, epochs } = await runChange(deps, {
    organizationId,
    authorize: async ({ db }) => {
      const joining = await whoJoins(db);
      const actor = { type: 'user', id: joining.userId, email, role } as const;
      return { ...joining, source: { actor, ...from } };
    },
    make: async (change, joining) => {
      // A link for a new password was seen by owners of the one organization before this one.
      await dropChallenges(change.scope.db, joining.userId);
      await acceptInvite(change, invite);
      const open = await findOpenWorkspaces(change.scope);
      for (const workspace of invite.workspaces) {
        if (open.has(workspace.workspace_id))
          await addWorkspaceMember(change, workspace.workspace_id, joining.userId, workspace.role);
      }
      change.touchesCredentials = true;
      return joining;
    },
  });
  await deps.credentialsChanged([...result.epochs, ...epochs]);
  return result;
}

async function openInvite(deps: LinkDeps, exchange: HttpExchange, given: string): Promise<OpenedInvite> {
  const { token, isMailed } = readLinkToken(deps.outbox.seal, given);
  return withinAddressLimit(deps, exchange, async () => {
    const invite = await findInviteByToken(deps.db, new Secret(token), deps.clock.nowMs());
    if (!invite) throw new ApiError('link_invalid');
    return { invite, isMailed };
  });
}
