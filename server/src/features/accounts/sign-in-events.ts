import type { Kysely } from 'kysely';
import type { Exchange } from '#exchange';
import { enqueueMail } from '#features/mail';
import { findUserByEmail } from '#features/organization';
import type { Tables } from '#store';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { cookieHeader } from './resume.ts';
import type { SignInRooms } from './sign-in.ts';
import { isKnownDevice, noteUse } from './store/sessions.ts';

/** What a sign-in leaves behind: an event in each organization, and a mail where the browser is a new one (D-CONS-8). */
export async function noteSignedIn(rooms: SignInRooms, exchange: Exchange, cookies: readonly string[]): Promise<void> {
  const { db, clock, sessions } = rooms;
  const person = await sessions.find(cookieHeader(cookies));
  const { userId, email, sessionId: id } = person;
  const [nowMs, from] = [clock.nowMs(), byPerson(exchange, person)];
  await db.transaction().execute(async (trx) => {
    await noteUse(trx, { id, userId, organizationId: person.membership?.organizationId ?? null }, nowMs);
    await auditEverywhere(trx, { ...from, event: 'session.signed_in', resource: { type: 'session', id } }, nowMs);
    const { ipAddress, userAgent } = from;
    if (await isKnownDevice(trx, { id, userId, userAgent })) return;
    const data = { atMs: nowMs, ipAddress, userAgent };
    await enqueueMail(trx, { kind: 'new_sign_in', data, to: email, organizationId: null, userId }, nowMs);
  });
}

/** A wrong password of somebody whose organizations should know. Behind the answer: who does not exist takes no longer. */
export async function noteFailed(db: Kysely<Tables>, exchange: Exchange, email: string, nowMs: number): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const from = byPerson(exchange, { userId: user.id, email: email.toLowerCase() });
  await auditEverywhere(db, { ...from, event: 'session.failed', resource: { type: 'user', id: user.id } }, nowMs);
}
