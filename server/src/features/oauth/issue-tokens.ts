import type { LimitValues, TokenResponse } from '@svc/contract';
import { DAY_MS } from '#kit';
import type { TokenSubject } from './access-tokens.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { isRefusedBySignOn } from './session-directory.ts';
import type { StoredSession } from './store/sessions.ts';

/** Whether a session may have new tokens: it has not ended, was used of late, and its person still belongs here. */
export function isRefreshable(session: StoredSession, limits: LimitValues, nowMs: number): boolean {
  const idleSinceMs = session.refreshed_at ?? session.created_at;
  return (
    session.revoked_at === null &&
    !isRefusedBySignOn(session) &&
    session.expires_at > nowMs &&
    idleSinceMs + limits.refresh_token_idle_days * DAY_MS > nowMs &&
    session.member_status === 'active' &&
    session.account === 'enabled'
  );
}

function subjectOf(session: StoredSession): TokenSubject {
  return {
    sessionId: session.id,
    userId: session.user_id,
    organizationId: session.organization_id,
    workspaceId: session.workspace_id,
    clientId: session.client_id,
    surface: session.surface,
    scope: session.scope,
    sessionExpiresAtMs: session.expires_at,
  };
}

/** An access token and the refresh token of that number. Outside any transaction: the key may have to be made first. */
export async function issueTokens(
  { accessTokens, refreshTokens }: CodeSignIn,
  session: StoredSession,
  refreshNumber: number,
): Promise<TokenResponse> {
  const { token, expiresInS } = await accessTokens.sign(subjectOf(session));
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresInS,
    refresh_token: refreshTokens.make({ sessionId: session.id, number: refreshNumber }),
    scope: session.scope,
  };
}
