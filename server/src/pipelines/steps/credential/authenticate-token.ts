import { ApiError } from '@svc/contract';
import type { Exchange } from '#exchange';
import type { CodeSessionRecord, CodeSignIn, VerifiedToken } from '#features/code-sessions';
import type { OrganizationRecord } from '#features/organization';
import type { Clock } from '#kit';
import { INVALID_CHALLENGE } from './bearer.ts';
import {
  checkAddress,
  checkOrganization,
  checkPlan,
  isOnFreePlan,
  withOrganization,
  type CredentialCheckRooms,
} from './credential-checks.ts';

export interface SignInTokenRooms extends CredentialCheckRooms {
  readonly codeSignIn: CodeSignIn;
  readonly clock: Clock;
}

const NEEDED_SCOPE = 'inference';

/**
 * Step 2 for a sign-in token (D-69), in the order of D-65: the token itself, its session, address, kind, scope, workspace of
 * Desktop, person, account, organization, workspace, plan. Synchronous for a token that was seen before.
 */
export function judgeSignInToken(
  rooms: SignInTokenRooms,
  exchange: Exchange,
  token: string,
  fingerprint: string,
  admitted: boolean,
): void | Promise<void> {
  const verified = rooms.codeSignIn.accessTokens.verify(token, fingerprint);
  const judge = (found: VerifiedToken | undefined): void | Promise<void> => judgeToken(rooms, exchange, found, admitted);
  return verified instanceof Promise ? verified.then(judge) : judge(verified);
}

function judgeToken(
  rooms: SignInTokenRooms,
  exchange: Exchange,
  token: VerifiedToken | undefined,
  admitted: boolean,
): void | Promise<void> {
  if (!token) throw new ApiError('invalid_token', { headers: INVALID_CHALLENGE });
  const session = rooms.codeSignIn.codeSessions.find(token.sessionId);
  const judge = (found: CodeSessionRecord | undefined): void | Promise<void> => judgeSession(rooms, exchange, token, found, admitted);
  return session instanceof Promise ? session.then(judge) : judge(session);
}

function judgeSession(
  rooms: SignInTokenRooms,
  exchange: Exchange,
  token: VerifiedToken,
  session: CodeSessionRecord | undefined,
  admitted: boolean,
): void | Promise<void> {
  if (!session) throw revoked();
  exchange.key = session;
  if (session.revoked || session.expiresAtMs <= rooms.clock.nowMs()) throw revoked();
  checkAddress(rooms, exchange, session.workspaceIps.allows(exchange.address));
  if (!admitted) throw new ApiError('admin_key_required');
  if (!token.scopes.includes(NEEDED_SCOPE)) throw new ApiError('insufficient_scope', { extra: { required: NEEDED_SCOPE } });
  if (token.surface === 'desktop' && !session.workspaceChosen) throw new ApiError('org_required');
  checkPerson(session);
  return withOrganization(rooms, session.organizationId, (organization) => {
    checkOrganization(organization);
    if (session.workspaceArchived) throw new ApiError('workspace_archived');
    const isFreeDesktop = token.surface === 'desktop' && isOnFreePlan(rooms, organization);
    if (!isFreeDesktop) checkPlan(rooms, organization);
    exchange.credential = credentialOf(token, session, organization, isFreeDesktop);
  });
}

function checkPerson({ userActive, userInWorkspace, workspaceName, accountEnabled }: CodeSessionRecord): void {
  if (!userActive) {
    throw new ApiError('org_membership_required', {
      message: 'You are no longer an active member of the organization you signed in to. Sign in again with another one.',
    });
  }
  if (!userInWorkspace) {
    throw new ApiError('org_membership_required', {
      message: `You are no longer a member of the workspace "${workspaceName}". Sign in again with another workspace.`,
    });
  }
  if (!accountEnabled) throw new ApiError('account_disabled');
}

function credentialOf(
  token: VerifiedToken,
  session: CodeSessionRecord,
  organization: OrganizationRecord,
  isFreeDesktop: boolean,
): Exchange['credential'] {
  return {
    kind: 'sign_in_token',
    keyId: null,
    userId: session.userId,
    organizationId: session.organizationId,
    workspaceId: session.workspaceId,
    plan: organization.plan,
    zeroDataRetention: organization.zeroDataRetention,
    pinnedVersion: undefined,
    surface: token.surface,
    isFreeDesktop,
  };
}

function revoked(): ApiError {
  return new ApiError('token_revoked', { headers: INVALID_CHALLENGE });
}
