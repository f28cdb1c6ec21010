import { codeClient, type CodeSession, type LimitValues } from '@svc/contract';
import { listPage, isWellFormedId, type ListBody, type PageQuery } from '#features/listing';
import { DAY_MS, toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findLiveSessions, type LiveSession } from './store/sessions.ts';

/** Programs a person is signed in with, newest first (D-CONS-5). The Console's own playground is none. */
export function listCodeSessions(
  scope: OrganizationScope,
  query: PageQuery,
  {
    userId,
    limits,
    nowMs,
  }: { readonly userId: string; readonly limits: LimitValues; readonly nowMs: number },
): Promise<ListBody> {
  const idleMs = limits.refresh_token_idle_days * DAY_MS;
  return listPage(query, {
    read: (page) => findLiveSessions(scope, { userId, refreshedAfterMs: nowMs - idleMs, nowMs }, page),
    hasPlace: isWellFormedId('session'),
    toItem: (session) => toCodeSession(session, idleMs),
    idOf: ({ id }) => id,
  });
}

function toCodeSession(session: LiveSession, idleMs: number): CodeSession {
  const refreshedAtMs = session.refreshed_at!;
  return {
    id: session.id,
    type: 'code_session',
    client_id: session.client_id,
    client_name: codeClient(session.client_id)?.name ?? session.client_id,
    surface: session.surface,
    scope: session.scope,
    ip_address: session.ip_address,
    user_agent: session.user_agent,
    created_at: toTimestamp(session.created_at),
    workspace_id: session.workspace_id,
    last_refreshed_at: toTimestamp(refreshedAtMs),
    expires_at: toTimestamp(Math.min(session.expires_at, refreshedAtMs + idleMs)),
  };
}
