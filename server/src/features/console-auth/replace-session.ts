import type { Kysely } from 'kysely';
import { ApiError, type SignedIn } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import type { Tables } from '#store';
import type { WithCookies } from './complete-sign-in.ts';
import type { StartedSession } from './person-sessions.ts';
import { readSignIn, type ReadSignInDeps } from './read-sign-in.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { findOrigin } from './store/sessions.ts';

/**
 * Starts a session in place of this one, in the same organization: a cookie from before a change of factors must not stay valid. Throws 401 `session_required` when this one ended meanwhile.
 */
export async function replaceSession(
  { sessions }: ReadSignInDeps,
  trx: Kysely<Tables>,
  exchange: SignedInExchange,
): Promise<StartedSession> {
  const { userId, sessionId: id, membership } = exchange.person;
  const origin = await findOrigin(trx, id);
  const ended = await deleteSessions(trx, userId, { id });
  if (!ended.includes(id)) throw new ApiError('session_required');
  const { organizationId } = membership ?? {};
  return sessions.start(trx, exchange, userId, { ...origin, organizationId });
}

/** Answers with the new session, its cookie and its CSRF token. */
export async function resumeIn(
  deps: ReadSignInDeps,
  { token, cookie }: StartedSession,
): Promise<WithCookies<SignedIn>> {
  return { body: await readSignIn(deps, await deps.sessions.load(token)), cookies: [cookie] };
}
