import type { Kysely } from 'kysely';
import { OAuthError, type RefreshTokenRequest, type TokenResponse } from '@svc/contract';
import type { Tables } from '#store';
import { requireClient, type DeviceOrigin } from './authorize-device.ts';
import { endSession } from './end-sessions.ts';
import { isRefreshable, issueTokens } from './issue-tokens.ts';
import type { RefreshTokenContent } from './refresh-tokens.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { lockSession, setRefreshed, type StoredSession } from './store/sessions.ts';

interface Refreshed {
  readonly session: StoredSession;
  /** Of the refresh token the answer has; undefined where a used token came back and the session is to end. */
  readonly number: number | undefined;
}

/**
 * New tokens for a refresh token, which is used up by it. Presented again within `refresh_token_reuse_grace_s` of its use it
 * gets the answer that was lost; presented later, or after its successor was used, somebody else has it, and the session
 * ends (D-68, RFC 9700 §4.14.2).
 */
export async function refreshSession(
  deps: CodeSignIn,
  form: RefreshTokenRequest,
  origin: DeviceOrigin,
): Promise<TokenResponse> {
  requireClient(form.client_id);
  const token = deps.refreshTokens.read(form.refresh_token);
  if (!token) throw new OAuthError('invalid_grant');
  const refreshed = await deps.db.transaction().execute((trx) => refresh(deps, trx, token, form));
  if (!refreshed) throw new OAuthError('invalid_grant');
  if (refreshed.number === undefined) {
    await endSession(deps, refreshed.session, origin);
    throw new OAuthError('invalid_grant');
  }
  return issueTokens(deps, refreshed.session, refreshed.number);
}

async function refresh(
  { clock, limits }: CodeSignIn,
  trx: Kysely<Tables>,
  { sessionId, number }: RefreshTokenContent,
  { client_id, scope }: RefreshTokenRequest,
): Promise<Refreshed | undefined> {
  const nowMs = clock.nowMs();
  const session = await lockSession(trx, sessionId);
  if (!session || session.client_id !== client_id || !isRefreshable(session, limits(), nowMs))
    return undefined;
  requireGranted(scope, session.scope);
  const { refresh_number: current, refreshed_at: refreshedAtMs } = session;
  if (number > current) return undefined;
  if (number === current) {
    await setRefreshed(trx, session.id, current + 1, nowMs);
    return { session, number: current + 1 };
  }
  // A clock that was set back makes no used token good again for longer.
  const isRetry =
    number === current - 1 &&
    Math.abs(nowMs - (refreshedAtMs ?? 0)) <= limits().refresh_token_reuse_grace_s * 1000;
  return { session, number: isRetry ? current : undefined };
}

/** A refresh may not ask for more than was granted; for less it gets what was granted, and the response says so. */
function requireGranted(asked: string | undefined, granted: string): void {
  const scopes = granted.split(' ');
  if ((asked ?? '').split(' ').some((scope) => scope !== '' && !scopes.includes(scope)))
    throw new OAuthError('invalid_scope');
}
