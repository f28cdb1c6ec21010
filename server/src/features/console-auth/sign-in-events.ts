import type { Kysely } from 'kysely';
import type { HttpExchange } from '#exchange';
import { enqueueMail } from '#features/mail';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import type { StartedSession } from './person-sessions.ts';
import { isKnownDevice, noteUse } from './store/sessions.ts';
import type { SignInVia } from './store/sign-in-users.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

interface SignedInPerson extends Person, Pick<StartedSession, 'id' | 'organizationId'> {
  readonly via?: SignInVia | undefined;
}

/** Owners look for what came by a connection (D-SSO-13). */
function connectionOf({ connectionId }: SignInVia) {
  return { type: 'sso_connection', id: connectionId } as const;
}

/** What a sign-in leaves behind: an event in each organization, and a mail where the browser is a new one (D-CONS-8). */
export async function noteSignedIn(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  { userId, email, via, id, organizationId }: SignedInPerson,
  nowMs: number,
): Promise<void> {
  const from = byPerson(exchange, { userId, email });
  await noteUse(trx, { id, userId, organizationId }, nowMs);
  await auditEverywhere(
    trx,
    { ...from, event: 'session.signed_in', resource: via ? connectionOf(via) : { type: 'session', id } },
    nowMs,
  );
  const { ipAddress, userAgent } = from;
  if (await isKnownDevice(trx, { id, userId, userAgent })) return;
  const data = { atMs: nowMs, ipAddress, userAgent };
  await enqueueMail(trx, { kind: 'new_sign_in', data, to: email, organizationId: null, userId }, nowMs);
}

/**
 * A wrong password, or a wrong code after a right one, for the log of the person's organizations. Written after the response, so that its
 * time does not reveal whether the account exists.
 */
export function noteFailed(
  { db, clock }: { readonly db: Kysely<Tables>; readonly clock: Clock },
  exchange: HttpExchange,
  person: Person,
): Promise<void> {
  const resource = { type: 'user', id: person.userId } as const;
  const from = byPerson(exchange, person);
  return auditEverywhere(db, { ...from, event: 'session.failed', resource }, clock.nowMs());
}
