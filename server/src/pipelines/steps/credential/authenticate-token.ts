import { ApiError } from '@svc/contract';
import { toCredential, type HttpExchange } from '#exchange';
import type { CodeSessionRecord, CodeSignIn, VerifiedToken } from '#features/oauth';
import type { Clock } from '#kit';
import { INVALID_CHALLENGE } from './bearer.ts';
import {
  checkAddress,
  checkOrganization,
  checkPlan,
  isOnFreePlan,
  withOrganization,
  type CredentialCheckDeps,
} from './credential-checks.ts';
import { scopeRefusal, type Wanted } from './scope.ts';

export interface SignInTokenDeps extends CredentialCheckDeps {
  readonly codeSignIn: CodeSignIn;
  readonly clock: Clock;
}

/**
 * Step 2 for a sign-in token (D-69), in the order of D-65: the token itself, its session, address, kind,
 * scope, Desktop's workspace, user, account status, organization, workspace, plan. Synchronous for a cached
 * token.
 */
export function verifySignInToken(
  deps: SignInTokenDeps,
  exchange: HttpExchange,
  token: string,
  fingerprint: string,
  wanted: Wanted,
): void | Promise<void> {
  const verified = deps.codeSignIn.accessTokens.verify(token, fingerprint);
  const verify = (found: VerifiedToken | undefined): void | Promise<void> =>
    verifyToken(deps, exchange, found, wanted);
  return verified instanceof Promise ? verified.then(verify) : verify(verified);
}

function verifyToken(
  deps: SignInTokenDeps,
  exchange: HttpExchange,
  token: VerifiedToken | undefined,
  wanted: Wanted,
): void | Promise<void> {
  if (!token) throw new ApiError('invalid_token', { headers: INVALID_CHALLENGE });
  const session = deps.codeSignIn.codeSessions.find(token.sessionId);
  const verify = (found: CodeSessionRecord | undefined): void | Promise<void> =>
    verifySession(deps, exchange, token, found, wanted);
  return session instanceof Promise ? session.then(verify) : verify(session);
}

function verifySession(
  deps: SignInTokenDeps,
  exchange: HttpExchange,
  token: VerifiedToken,
  session: CodeSessionRecord | undefined,
  wanted: Wanted,
): void | Promise<void> {
  if (!session) throw revoked();
  exchange.key = session;
  if (session.revoked || session.expiresAtMs <= deps.clock.nowMs()) throw revoked();
  checkAddress(deps, exchange, session.workspaceIps.allows(exchange.address));
  if (!wanted.admitted) throw new ApiError('admin_key_required');
  if (!token.scopes.includes(wanted.scope)) throw scopeRefusal(wanted.scope);
  if (token.surface === 'desktop' && !session.workspaceChosen) throw new ApiError('org_required');
  checkPerson(session);
  return withOrganization(deps, session.organizationId, (organization) => {
    checkOrganization(organization);
    if (session.workspaceArchived) throw new ApiError('workspace_archived');
    const isFreeDesktop = token.surface === 'desktop' && isOnFreePlan(deps, organization);
    if (!isFreeDesktop) checkPlan(deps, organization);
    exchange.credential = toCredential(organization, {
      kind: 'sign_in_token',
      userId: session.userId,
      workspaceId: session.workspaceId,
      surface: token.surface,
      isFreeDesktop,
    });
  });
}

function checkPerson({
  userActive,
  userInWorkspace,
  workspaceName,
  accountEnabled,
}: CodeSessionRecord): void {
  if (!userActive) {
    throw new ApiError('org_membership_required', {
      message:
        'You are no longer an active member of the organization you signed in to. Sign in again with another one.',
    });
  }
  if (!userInWorkspace) {
    throw new ApiError('org_membership_required', {
      message: `You are no longer a member of the workspace "${workspaceName}". Sign in again with another workspace.`,
    });
  }
  if (!accountEnabled) throw new ApiError('account_disabled');
}

function revoked(): ApiError {
  return new ApiError('token_revoked', { headers: INVALID_CHALLENGE });
}
