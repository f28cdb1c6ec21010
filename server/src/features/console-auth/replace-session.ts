import type { Kysely } from 'kysely';
import { ApiError, type SignedIn } from '@svc/contract';
import type { SignedInExchange } from '#exchange';
import type { Tables } from '#store';
import type { Answered } from './complete-sign-in.ts';
import type { StartedSession } from './person-sessions.ts';
import { readSignIn, type ReadSignInDeps } from './read-sign-in.ts';
import { deleteSessions } from './store/own-sessions.ts';

/**
 * Starts a session in place of this one, or of all that the person has, in the organization they look at: after a change of what signs
 * them in, a cookie from before is worth nothing. Throws 401 `session_required` when this one ended meanwhile.
 */
export async function replaceSession(
  { sessions }: ReadSignInDeps,
  trx: Kysely<Tables>,
  exchange: SignedInExchange,
  which: 'this' | 'all',
): Promise<StartedSession> {
  const { userId, sessionId: id, membership } = exchange.person;
  const ended = await deleteSessions(trx, userId, which === 'all' ? 'all' : { id });
  if (!ended.includes(id)) throw new ApiError('session_required');
  return sessions.start(trx, exchange, userId, membership?.organizationId);
}

/** The session that began, with the token against forged changes that belongs to it. */
export async function resumeIn(
  deps: ReadSignInDeps,
  { token, cookie }: StartedSession,
): Promise<Answered<SignedIn>> {
  return { body: await readSignIn(deps, await deps.sessions.load(token)), cookies: [cookie] };
}
