import { type SignUpRequest } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import type { WithCookies, LinkDeps } from '#features/console-auth';
import { enqueueLinkMail, enqueueMail } from '#features/mail';
import { findUserByEmail } from '#features/organization';
import { newId } from '#kit';
import { requireOpenTo } from './mail-domain.ts';
import { isTaken } from './opened-account.ts';
import { signUpConfig, type SignUpSettings } from './require-sign-up.ts';
import { makeLink } from './sign-up-link.ts';
import { LINK_MS, takeRequest } from './sign-up-limits.ts';
import { insertSignUp } from './store.ts';

export interface SignUpDeps extends LinkDeps, SignUpSettings {}

/**
 * Mails a link to continue, or a notice that an account already exists. Response and time are the same either way. The mail contains
 * nothing that was typed here, or strangers would send their words to anybody in our name.
 */
export async function requestSignUp(
  deps: SignUpDeps,
  exchange: HttpExchange,
  request: SignUpRequest,
): Promise<WithCookies<{ type: 'done' }>> {
  const email = request.email.toLowerCase();
  requireOpenTo(signUpConfig(deps, exchange.operation), email);
  await takeRequest(deps, { address: exchange.address, email });
  deps.scheduler.once('sign_up.mail', () => mailSignUp(deps, { ...request, email }));
  return { body: { type: 'done' }, cookies: [] };
}

async function mailSignUp({ db, clock, outbox }: SignUpDeps, request: SignUpRequest): Promise<void> {
  const nowMs = clock.nowMs();
  const { email: to, name, organization_name: organizationName } = request;
  const account = await findUserByEmail(db, to);
  await db.transaction().execute(async (trx) => {
    if (account && isTaken(account)) {
      const about = { to, organizationId: null, userId: account.id };
      return enqueueMail(trx, { kind: 'sign_up_known', data: {}, ...about }, nowMs);
    }
    const { token, fingerprint } = makeLink();
    const expiresAtMs = nowMs + LINK_MS;
    await insertSignUp(trx, {
      id: newId('signup_', nowMs),
      email: to,
      name,
      organization_name: organizationName,
      status: 'unverified',
      fingerprint,
      created_at: nowMs,
      expires_at: expiresAtMs,
    });
    const mail = { kind: 'sign_up', data: {}, token, expiresAtMs, to, organizationId: null } as const;
    return enqueueLinkMail(trx, outbox.seal, mail, nowMs);
  });
}
