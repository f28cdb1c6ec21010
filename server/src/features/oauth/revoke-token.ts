import { OAuthError, type RevocationRequest } from '@svc/contract';
import { fingerprint } from '#kit';
import { requireClient, type DeviceOrigin } from './authorize-device.ts';
import { endSession } from './end-sessions.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { loadSessions } from './store/sessions.ts';

/** Ends the session behind a refresh or an access token (RFC 7009). An unknown token is not an error (§2.2). */
export async function revokeToken(
  deps: CodeSignIn,
  { token, client_id }: RevocationRequest,
  origin: DeviceOrigin,
): Promise<void> {
  requireClient(client_id);
  const sessionId =
    deps.refreshTokens.read(token)?.sessionId ??
    (await deps.accessTokens.verify(token, fingerprint(token)))?.sessionId;
  if (sessionId === undefined) return;
  const [session] = await loadSessions(deps.db, [sessionId]);
  if (!session) return;
  if (session.client_id !== client_id)
    throw new OAuthError('invalid_grant', 'The token belongs to another client.');
  if (session.revoked_at === null) await endSession(deps, session, origin);
}
