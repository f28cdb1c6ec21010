import type { Kysely } from 'kysely';
import { ApiError, type ResetRequested } from '@svc/contract';
import type { CredentialsChanged, EpochChange } from '#cluster';
import type { HttpExchange } from '#exchange';
import { endSessionsOfPerson } from '#features/oauth';
import { enqueueLinkMail, readLinkToken, type LinkSeal } from '#features/mail';
import { setUnverified } from '#features/organization';
import type { Scheduler } from '#jobs';
import { fingerprint, HOUR_MS, newId, newSecret, type KeyedMutex, type Secret } from '#kit';
import type { Tables } from '#store';
import {
  inTurnOfNetwork,
  resetAddressSubject,
  resetSubject,
  takeAttempt,
  withinAddressLimit,
} from './attempts.ts';
import { auditEverywhere, byPerson } from './audit-everywhere.ts';
import { noteFactorChange } from './change-factor.ts';
import { dropPasskeys } from './drop-passkeys.ts';
import { forgetSignIn } from './forget-sign-in.ts';
import { requireStrongPassword } from './password-strength/require-strong-password.ts';
import { hashPassword, setPassword } from './passwords.ts';
import { rememberBrowser } from './known-browsers.ts';
import type { WithCookies } from './complete-sign-in.ts';
import type { SignInDeps } from './sign-in.ts';
import { ADDRESS_RESET_REQUESTS, RESET_REQUESTS } from './sign-in-limits.ts';
import { findKnownPerson } from './store/memberships.ts';
import { deleteSessions } from './store/own-sessions.ts';
import { lockForChange } from './store/person-lock.ts';
import { consumeReset, findReset, findResettable, insertReset, type ResetOrigin } from './store/resets.ts';

const RESET_MS = HOUR_MS;

export interface LinkDeps extends SignInDeps {
  /** What the link's token is kept with until the mail was sent. */
  readonly outbox: { readonly seal: LinkSeal; readonly delivers: boolean };
  readonly scheduler: Scheduler;
  readonly credentialsChanged: CredentialsChanged;
  readonly mutex: KeyedMutex;
}

/** Mails a link if the address has an account. Response and time are the same either way. Without a mail server the link waits. */
export async function requestPasswordReset(
  deps: LinkDeps,
  exchange: HttpExchange,
  { email }: { readonly email: string },
): Promise<ResetRequested> {
  await takeAttempt(deps, resetAddressSubject(exchange.address), ADDRESS_RESET_REQUESTS);
  await takeAttempt(deps, resetSubject(email), RESET_REQUESTS);
  deps.scheduler.once('accounts.mail_reset', () => mailReset(deps, email));
  return { type: 'done', sends_mail: deps.outbox.delivers };
}

async function mailReset({ db, clock, outbox }: LinkDeps, email: string): Promise<void> {
  const nowMs = clock.nowMs();
  const user = await findResettable(db, email.toLowerCase(), nowMs);
  if (!user) return;
  const expiresAtMs = nowMs + RESET_MS;
  await db.transaction().execute(async (trx) => {
    const token = await makeReset(trx, { userId: user.id, expiresAtMs, by: 'person' }, nowMs);
    const mail = { kind: 'password_reset', data: {}, token, expiresAtMs } as const;
    await enqueueLinkMail(
      trx,
      outbox.seal,
      { ...mail, to: user.email, organizationId: null, userId: user.id },
      nowMs,
    );
  });
}

/** Makes the token of a link for a new password. */
export async function makeReset(
  trx: Kysely<Tables>,
  reset: { readonly userId: string; readonly expiresAtMs: number; readonly by: ResetOrigin },
  nowMs: number,
): Promise<Secret> {
  const token = newSecret('reset_');
  await insertReset(
    trx,
    { ...reset, id: newId('signin_', nowMs), fingerprint: fingerprint(token.reveal()) },
    nowMs,
  );
  return token;
}

/**
 * Uses the link, which works once. Whoever was signed in with the old password is so no more, code clients included; passkeys go, since
 * one that somebody else made is not known from the person's own. If the address was unverified, the first link that came
 * by mail takes everything away that would sign somebody in. The browser is known to the account from then on: whoever gets its mail is
 * not kept out by who tries its passwords.
 */
export async function resetPassword(
  deps: LinkDeps,
  exchange: HttpExchange,
  { token: given, password }: { readonly token: string; readonly password: string },
): Promise<WithCookies<{ type: 'done' }>> {
  const { db, clock, outbox } = deps;
  const { token, isMailed } = readLinkToken(outbox.seal, given);
  const print = fingerprint(token);
  const userId = await withinAddressLimit(deps, exchange, async () => {
    const reset = await findReset(db, print, clock.nowMs());
    if (!reset) throw new ApiError('link_invalid');
    return reset.value;
  });
  await requireStrongPassword(password, await findKnownPerson(db, userId));
  const [hash, nowMs] = [await inTurnOfNetwork(deps, exchange, () => hashPassword(password)), clock.nowMs()];
  const { email, epochs } = await db.transaction().execute(async (trx) => {
    await lockForChange(trx, userId);
    const user = await consumeReset(trx, print, nowMs);
    if (!user) throw new ApiError('link_invalid');
    const person = { userId: user.id, email: user.email };
    const isVerified = isMailed || user.by === 'operator';
    const ended = await endSignIns(trx, exchange, person, nowMs);
    const claimed =
      user.is_unproven && isVerified ? await forgetSignIn(trx, person, 'account.claimed', nowMs) : [];
    await setPassword(trx, user.id, hash, nowMs);
    // Without a mail server owners can read this link: one of them may have used it.
    await setUnverified(trx, user.id, !isVerified);
    await noteFactorChange(trx, exchange, { ...person, change: 'password.reset' }, nowMs);
    return { email: user.email, epochs: [...ended, ...claimed] };
  });
  await deps.credentialsChanged(epochs);
  const known = rememberBrowser(deps.signInCookies, exchange.request.headers.cookie, email, nowMs);
  return { body: { type: 'done' }, cookies: [known] };
}

async function endSignIns(
  trx: Kysely<Tables>,
  exchange: HttpExchange,
  person: { readonly userId: string; readonly email: string },
  nowMs: number,
): Promise<readonly EpochChange[]> {
  const from = byPerson(exchange, person);
  for (const id of await deleteSessions(trx, person.userId, 'all')) {
    await auditEverywhere(
      trx,
      { ...from, event: 'session.revoked', resource: { type: 'session', id } },
      nowMs,
    );
  }
  await dropPasskeys(trx, exchange, person, nowMs);
  return endSessionsOfPerson(trx, person.userId, nowMs);
}
