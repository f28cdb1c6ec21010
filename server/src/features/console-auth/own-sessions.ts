import type { Kysely } from 'kysely';
import { ApiError, type BrowserSession } from '@svc/contract';
import type { CredentialsChanged, EpochChange } from '#cluster';
import type { SignedInExchange, Person } from '#exchange';
import type { AuditSource } from '#features/audit';
import { endPlaygroundSessions, endSessionsOfPerson } from '#features/oauth';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp, type Clock } from '#kit';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { changeAsPerson } from './change-as-person.ts';
import type { PersonSessions } from './person-sessions.ts';
import { dropChallenges } from './store/challenges.ts';
import { deleteSessions, findSessionPage, type StoredSession } from './store/own-sessions.ts';

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
  const epochs = await changeAsPerson(deps, exchange, async (trx, nowMs) => {
    if (!(await endBrowserSessions(trx, exchange, { id }, nowMs))) throw new ApiError('session_not_found');
    return endPlaygroundSessions(trx, { userId: exchange.person.userId, consoleSessionId: id }, nowMs);
  });
  await deps.credentialsChanged(epochs);
  return { id, type: 'browser_session', deleted: true };
}

export async function revokeOtherSessions(
  deps: OwnSessionsDeps,
  exchange: SignedInExchange,
): Promise<object> {
  const epochs = await changeAsPerson(deps, exchange, (trx, nowMs) => endOtherSessions(trx, exchange, nowMs));
  await deps.credentialsChanged(epochs);
  return { type: 'done' };
}

/**
 * Signs the person out everywhere else: in other browsers, in the programs they signed in with (D-70), and wherever a sign-in waits
 * for its code or a link for a new password. The caller announces the epochs once the transaction is committed.
 */
export async function endOtherSessions(
  trx: Kysely<Tables>,
  exchange: SignedInExchange,
  nowMs: number,
): Promise<readonly EpochChange[]> {
  const { person } = exchange;
  await endBrowserSessions(trx, exchange, { except: person.sessionId }, nowMs);
  await dropChallenges(trx, person.userId);
  return endSessionsOfPerson(trx, person.userId, nowMs, programsSource(exchange, person));
}

/** Ends them and reports each. False when there was none. */
async function endBrowserSessions(
  trx: Kysely<Tables>,
  exchange: SignedInExchange,
  which: { readonly id: string } | { readonly except: string },
  nowMs: number,
): Promise<boolean> {
  const { person } = exchange;
  const ended = await deleteSessions(trx, person.userId, which);
  for (const id of ended) {
    const resource = { type: 'session', id } as const;
    const event = { ...byPerson(exchange, person), event: 'session.revoked', resource } as const;
    await auditEverywhere(trx, event, nowMs);
  }
  return ended.length > 0;
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
