import type { Kysely } from 'kysely';
import { ApiError, type BrowserSession } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import type { SignedInExchange, Person } from '#exchange';
import type { AuditSource } from '#features/audit';
import { endPlaygroundSessions, endSessionsOfPerson } from '#features/oauth';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp, type Clock } from '#kit';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import type { PersonSessions } from './person-sessions.ts';
import { dropChallenges } from './store/challenges.ts';
import { deleteSessions, findSessionPage, type StoredSession } from './store/own-sessions.ts';
import { lockForChange } from './store/person-lock.ts';

export interface OwnSessionsDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly sessions: PersonSessions;
  readonly credentialsChanged: CredentialsChanged;
}

/** Where the person is signed in, newest first. */
export function listSessions(
  { db, sessions }: OwnSessionsDeps,
  person: Person,
  query: PageQuery,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findSessionPage(db, person.userId, sessions.livingNow(), page),
    hasPlace: isWellFormedId('session'),
    toItem: (session) => toBrowserSession(session, person),
    idOf: ({ id }) => id,
  });
}

/** Ends one of the person's sessions, this one too: its next request is refused, on every node, and so is its playground's. */
export async function revokeSession(
  deps: OwnSessionsDeps,
  exchange: SignedInExchange,
  id: string,
): Promise<object> {
  await end(deps, exchange, { id });
  return { id, type: 'browser_session', deleted: true };
}

export async function revokeOtherSessions(
  deps: OwnSessionsDeps,
  exchange: SignedInExchange,
): Promise<object> {
  await endOtherSessions(deps, exchange, exchange.person.sessionId);
  return { type: 'done' };
}

/**
 * Signs the person out everywhere else: in other browsers, in the programs they signed in with (D-70), and wherever a sign-in waits
 * for its code or a link for a new password.
 */
export async function endOtherSessions(
  deps: OwnSessionsDeps,
  exchange: SignedInExchange,
  sessionId: string,
): Promise<void> {
  await end(deps, exchange, { except: sessionId });
}

async function end(
  { db, clock, credentialsChanged }: OwnSessionsDeps,
  exchange: SignedInExchange,
  which: { id: string } | { except: string },
): Promise<void> {
  const { person } = exchange;
  const epochs = await db.transaction().execute(async (trx) => {
    await lockForChange(trx, person.userId);
    const ended = await deleteSessions(trx, person.userId, which);
    if ('id' in which && ended.length === 0) throw new ApiError('session_not_found');
    for (const id of ended) {
      const resource = { type: 'session', id } as const;
      await auditEverywhere(
        trx,
        { ...byPerson(exchange, person), event: 'session.revoked', resource },
        clock.nowMs(),
      );
    }
    if ('id' in which)
      return endPlaygroundSessions(trx, { userId: person.userId, consoleSessionId: which.id }, clock.nowMs());
    await dropChallenges(trx, person.userId);
    return endSessionsOfPerson(trx, person.userId, clock.nowMs(), programsSource(exchange, person));
  });
  await credentialsChanged(epochs);
}

/** Who ends sign-ins of programs, in whichever organization they are: the person's role is another one in each. */
function programsSource(exchange: SignedInExchange, person: Person): AuditSource {
  const { userId, email, ...place } = byPerson(exchange, person);
  return { ...place, actor: { type: 'user', id: userId, email, role: null } };
}

function toBrowserSession(session: StoredSession, person: Person): BrowserSession {
  return {
    id: session.id,
    type: 'browser_session',
    is_current: session.id === person.sessionId,
    ip_address: session.ip_address,
    user_agent: session.user_agent,
    created_at: toTimestamp(session.created_at),
    last_active_at: toTimestamp(session.updated_at),
    expires_at: toTimestamp(session.expires_at),
  };
}
