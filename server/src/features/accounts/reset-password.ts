import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import type { Exchange } from '#exchange';
import { endSessionsOfPerson } from '#features/code-sessions';
import { enqueueLinkMail } from '#features/mail';
import { fingerprint, HOUR_MS, newId, newSecret, type DataSeal, type Secret } from '#kit';
import type { Tables } from '#store';
import type { AfterAnswer } from './after-answer.ts';
import { resetAddressSubject, resetSubject, takeAttempt, withinAddressLimit } from './attempts.ts';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { hashPassword, setPassword } from './passwords.ts';
import type { SignInRooms } from './sign-in.ts';
import { ADDRESS_RESET_REQUESTS, RESET_REQUESTS } from './sign-in-limits.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { consumeReset, findReset, findResettable, insertReset } from './store/resets.ts';

const RESET_MS = HOUR_MS;

export interface LinkRooms extends SignInRooms {
  /** What the link's token is kept with until the mail was sent. */
  readonly outbox: { readonly seal: DataSeal };
  readonly afterAnswer: AfterAnswer;
  readonly credentialsChanged: CredentialsChanged;
}

/** Has a link mailed to whoever has an account. Answer and time are the same for everybody. */
export async function requestPasswordReset(rooms: LinkRooms, exchange: Exchange, { email }: { readonly email: string }): Promise<object> {
  const { db, clock } = rooms;
  await takeAttempt(db, resetAddressSubject(exchange.address), ADDRESS_RESET_REQUESTS, clock.nowMs());
  await takeAttempt(db, resetSubject(email), RESET_REQUESTS, clock.nowMs());
  rooms.afterAnswer.run(() => mailReset(rooms, email));
  return { type: 'done' };
}

async function mailReset({ db, clock, outbox }: LinkRooms, email: string): Promise<void> {
  const nowMs = clock.nowMs();
  const user = await findResettable(db, email.toLowerCase(), nowMs);
  if (!user) return;
  const expiresAtMs = nowMs + RESET_MS;
  await db.transaction().execute(async (trx) => {
    const token = await makeReset(trx, { userId: user.id, expiresAtMs }, nowMs);
    const mail = { kind: 'password_reset', data: {}, token, expiresAtMs } as const;
    await enqueueLinkMail(trx, outbox.seal, { ...mail, to: user.email, organizationId: null, userId: user.id }, nowMs);
  });
}

/** Makes the token of a link for a new password. */
export async function makeReset(
  trx: Kysely<Tables>,
  reset: { readonly userId: string; readonly expiresAtMs: number },
  nowMs: number,
): Promise<Secret> {
  const token = newSecret('reset_');
  await insertReset(trx, { ...reset, id: newId('signin_', nowMs), fingerprint: fingerprint(token.reveal()) }, nowMs);
  return token;
}

/** Uses the link, which works once. Whoever was signed in with the old password is so no more, code clients included. */
export async function resetPassword(
  rooms: LinkRooms,
  exchange: Exchange,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<object> {
  const { db, clock } = rooms;
  const print = fingerprint(token);
  await withinAddressLimit(rooms, exchange, async () => {
    if (!(await findReset(db, print, clock.nowMs()))) throw new ApiError('link_invalid');
  });
  const [hash, nowMs] = [await hashPassword(password), clock.nowMs()];
  const epochs = await db.transaction().execute(async (trx) => {
    const user = await consumeReset(trx, print, nowMs);
    if (!user) throw new ApiError('link_invalid');
    await setPassword(trx, user.id, hash, nowMs);
    const from = byPerson(exchange, { userId: user.id, email: user.email });
    for (const id of await deleteSessions(trx, user.id, 'all')) {
      await auditEverywhere(trx, { ...from, event: 'session.revoked', resource: { type: 'session', id } }, nowMs);
    }
    return endSessionsOfPerson(trx, user.id, nowMs);
  });
  await rooms.credentialsChanged(epochs);
  return { type: 'done' };
}
