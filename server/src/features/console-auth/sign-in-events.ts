import type { HttpExchange } from '#exchange';
import { enqueueMail } from '#features/mail';
import { findUserByEmail } from '#features/organization';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { findChallenged } from './find-challenged.ts';
import { rememberBrowser } from './known-browsers.ts';
import { cookieHeader } from './resume.ts';
import type { SignInDeps } from './sign-in.ts';
import { isKnownDevice, noteUse } from './store/sessions.ts';

/**
 * What a sign-in leaves behind: an event in each organization, and a mail where the browser is a new one (D-CONS-8). Answers with the
 * cookies of the sign-in and the one by which the browser is known from now on.
 */
export async function noteSignedIn(
  deps: SignInDeps,
  exchange: HttpExchange,
  cookies: readonly string[],
): Promise<readonly string[]> {
  const { db, clock, betterAuth, sessions } = deps;
  const person = await sessions.find(cookieHeader(cookies));
  const { userId, email, sessionId: id } = person;
  const [nowMs, from] = [clock.nowMs(), byPerson(exchange, person)];
  await db.transaction().execute(async (trx) => {
    await noteUse(trx, { id, userId, organizationId: person.membership?.organizationId ?? null }, nowMs);
    await auditEverywhere(
      trx,
      { ...from, event: 'session.signed_in', resource: { type: 'session', id } },
      nowMs,
    );
    const { ipAddress, userAgent } = from;
    if (await isKnownDevice(trx, { id, userId, userAgent })) return;
    const data = { atMs: nowMs, ipAddress, userAgent };
    await enqueueMail(trx, { kind: 'new_sign_in', data, to: email, organizationId: null, userId }, nowMs);
  });
  return [
    ...cookies,
    rememberBrowser(await betterAuth.$context, exchange.request.headers.cookie, email, nowMs),
  ];
}

/** A wrong password, for the log of the person's organizations. After the response, so that its time does not reveal whether the account exists. */
export async function noteWrongPassword(
  deps: SignInDeps,
  exchange: HttpExchange,
  email: string,
): Promise<void> {
  const user = await findUserByEmail(deps.db, email);
  if (user) await noteFailed(deps, exchange, { userId: user.id, email: email.toLowerCase() });
}

/** A wrong code after a right password: an attacker may have the password. */
export async function noteWrongCode(deps: SignInDeps, exchange: HttpExchange): Promise<void> {
  const context = await deps.betterAuth.$context;
  const userId = await findChallenged(context, exchange.request.headers.cookie);
  const user = userId === undefined ? undefined : await context.internalAdapter.findUserById(userId);
  if (user) await noteFailed(deps, exchange, { userId: user.id, email: user.email });
}

function noteFailed(
  { db, clock }: SignInDeps,
  exchange: HttpExchange,
  person: { readonly userId: string; readonly email: string },
): Promise<void> {
  const resource = { type: 'user', id: person.userId } as const;
  return auditEverywhere(
    db,
    { ...byPerson(exchange, person), event: 'session.failed', resource },
    clock.nowMs(),
  );
}
