import { ApiError, CONSOLE_CLIENT_ID, TOKEN_SCOPES, type PlaygroundCredential } from '@svc/contract';
import type { Person } from '#exchange';
import { newId, toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { mayActIn } from './session-directory.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import { findWorkspaceFor, insertSession } from './store/sessions.ts';

const LIFETIME_MS = 300_000;

/** No device holds it, and nothing refreshes it. */
const UNUSED = { refreshed_at: null, ip_address: null, user_agent: null, revoked_at: null } as const;

export type PlaygroundPerson = Pick<Person, 'userId' | 'sessionId' | 'ssoConnectionId'>;

/**
 * A token for the Console's playground, which calls models as the person who is signed in there. It has a session of its own
 * that cannot be refreshed, so that it ends with the Console session it was made in, and with whatever ends the person's others. Within a transaction only where
 * the signing key is at hand, which may have to be made. Throws 404 `workspace_not_found` and 403 `workspace_archived`.
 */
export async function createPlaygroundCredential(
  { accessTokens, clock }: Pick<CodeSignIn, 'accessTokens' | 'clock'>,
  scope: OrganizationScope,
  { userId, sessionId: consoleSessionId, ssoConnectionId }: PlaygroundPerson,
  workspaceId: string,
): Promise<PlaygroundCredential> {
  const workspace = await findWorkspaceFor(scope, { userId, workspaceId });
  if (!workspace || !mayActIn(workspace))
    throw new ApiError('workspace_not_found', { param: 'workspace_id' });
  if (workspace.archived_at !== null) throw new ApiError('workspace_archived');
  const nowMs = clock.nowMs();
  const [sessionId, expiresAtMs] = [newId('sess_', nowMs), nowMs + LIFETIME_MS];
  const session = {
    client_id: CONSOLE_CLIENT_ID,
    surface: 'api',
    scope: TOKEN_SCOPES[0],
    workspace_id: workspaceId,
    sso_connection_id: ssoConnectionId,
  } as const;
  await insertSession(scope.db, {
    ...session,
    ...UNUSED,
    id: sessionId,
    organization_id: scope.organizationId,
    user_id: userId,
    created_at: nowMs,
    expires_at: expiresAtMs,
    console_session_id: consoleSessionId,
  });
  const { token } = await accessTokens.sign({
    sessionId,
    userId,
    organizationId: scope.organizationId,
    workspaceId,
    clientId: session.client_id,
    surface: session.surface,
    scope: session.scope,
    sessionExpiresAtMs: expiresAtMs,
  });
  return {
    type: 'playground_credential',
    workspace_id: workspaceId,
    access_token: token,
    expires_at: toTimestamp(expiresAtMs),
  };
}
