import type { SignInOutcome } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { auditChange, userAgentOf, type MutationContext } from '#features/audit';
import {
  completeSignIn,
  continueSignIn,
  readSignInUser,
  type ClaimProof,
  type WithCookies,
} from '#features/console-auth';
import { isMemberElsewhere, requireUser, runChange } from '#features/organization';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import { setConnection, type ConnectionRow } from '../store/connections.ts';
import { holdLink, setLinkGroups } from '../store/links.ts';
import { applyGroupRoles } from './apply-group-roles.ts';
import { resolvePerson, type ResolvedPerson } from './resolve-person.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/**
 * Signs in the person whom the provider named, with the roles of their groups. It stops where a sign-in with a password does: the code of
 * an authenticator app is asked for, unless the provider asked for a second factor and the connection trusts that (SSO-17). One organization
 * trusts for itself alone: a member of others, whom the session would let in there as well, is asked all the same. Throws SignOnFailure.
 */
export async function completeSignOn(
  deps: SignOnDeps,
  exchange: HttpExchange,
  connection: ConnectionRow,
  person: ProvidedPerson,
): Promise<WithCookies<SignInOutcome>> {
  const { sessionEndsAtMs } = person;
  if (sessionEndsAtMs !== undefined && sessionEndsAtMs <= deps.clock.nowMs())
    throw new SignOnFailure('expired');
  const userId = await join(deps, exchange, connection, person);
  const via = { connectionId: connection.id, organizationId: connection.organization_id, sessionEndsAtMs };
  const user = { ...(await readSignInUser(deps.db, userId)), via };
  const isTrusted =
    person.usedSecondFactor &&
    connection.trust_second_factor &&
    !(await isMemberElsewhere(deps.db, { userId, organizationId: via.organizationId }));
  // Since the person was found, the connection may have been disabled, or the account reset.
  const claim: ClaimProof = async (trx) => {
    const linked = await holdLink(trx, { connectionId: connection.id, subject: person.subject });
    if (linked !== userId) throw new SignOnFailure('state', 'sso_disabled');
  };
  return isTrusted
    ? completeSignIn(deps, exchange, user, claim)
    : continueSignIn(deps, exchange, user, claim);
}

/** Finds or makes the member, in one change of the organization. Returns their id. */
async function join(
  deps: SignOnDeps,
  exchange: HttpExchange,
  connection: ConnectionRow,
  person: ProvidedPerson,
): Promise<string> {
  const { organization_id: organizationId } = connection;
  const from = {
    ipAddress: exchange.address,
    userAgent: userAgentOf(exchange),
    requestId: exchange.requestId,
  };
  const { result, epochs } = await runChange(deps, {
    organizationId,
    authorize: async (scope) => {
      const resolved = await resolvePerson(scope, { connection, person }, deps.clock.nowMs());
      const { email, role, account } = await requireUser(scope, resolved.userId);
      // Before anything is stored: a disabled account must not become a member.
      if (account !== 'enabled') throw new SignOnFailure('not_a_member');
      return { ...resolved, source: { actor: { type: 'user', id: resolved.userId, email, role }, ...from } };
    },
    make: async (change, resolved) => {
      if (resolved.isNew) await noteJoined(change, connection, resolved);
      await applyGroupRoles(change, connection, person.groups);
      // The connection before the link, as in the transaction of the session: two sign-ins at once would deadlock.
      await setConnection(change.scope, connection.id, { last_used_at: change.nowMs });
      await setLinkGroups(
        change.scope.db,
        { connectionId: connection.id, subject: person.subject },
        person.groups,
      );
      return resolved;
    },
  });
  const changed = [...epochs, ...result.epochs];
  if (changed.length > 0) await deps.credentialsChanged(changed);
  return result.userId;
}

async function noteJoined(
  change: MutationContext,
  { default_role: role }: ConnectionRow,
  { userId }: ResolvedPerson,
): Promise<void> {
  await auditChange(change, {
    event: 'member.joined',
    resource: { type: 'user', id: userId },
    changes: { role: { from: null, to: role } },
    details: { reason: 'sso' },
  });
  change.touchesCredentials = true;
}
