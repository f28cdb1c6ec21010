import type { SignInOutcome } from '@svc/contract';
import type { SignUpConfig } from '#config';
import type { HttpExchange } from '#exchange';
import {
  hashPassword,
  inTurnOfNetwork,
  requireStrongPassword,
  signInWithNewPassword,
  type WithCookies,
} from '#features/console-auth';
import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { openAccount, type OpenedAccount } from './opened-account.ts';
import { openOrganization } from './open-organization.ts';
import type { SignUpDeps } from './request-sign-up.ts';
import { signUpConfig } from './require-sign-up.ts';
import { requireLink, takeLink } from './sign-up-link.ts';
import { ENDED_MS, takeOrganization } from './sign-up-limits.ts';
import { dropOpen, lockEmail, updateSignUp } from './store.ts';

export interface Completion {
  readonly token: string;
  readonly password: string;
}

/**
 * Makes account, organization and grant in one transaction, once for each link and each address, and signs the person in. Whoever
 * comes at the same time waits for the row of the link, and finds it used.
 */
export async function completeSignUp(
  deps: SignUpDeps,
  exchange: HttpExchange,
  { token, password }: Completion,
): Promise<WithCookies<SignInOutcome>> {
  const config = signUpConfig(deps, exchange.operation);
  const { email, name, organization_name: organization } = await requireLink(deps, exchange, token);
  await requireStrongPassword(password, { email, name, organizations: [organization] });
  const hash = await inTurnOfNetwork(deps, exchange, () => hashPassword(password));
  const { userId, epochs } = await deps.db
    .transaction()
    .execute((trx) => complete({ ...deps, db: trx }, exchange, config, { token, email, hash }));
  await deps.credentialsChanged(epochs);
  return signInWithNewPassword(deps, exchange, { userId, password: hash });
}

async function complete(
  deps: SignUpDeps & { readonly db: Kysely<Tables> },
  exchange: HttpExchange,
  config: SignUpConfig,
  { token, email, hash }: { readonly token: string; readonly email: string; readonly hash: string },
): Promise<OpenedAccount> {
  const { db: trx } = deps;
  const nowMs = deps.clock.nowMs();
  // Before the row of the link: who uses another link of the address at the same time holds that one, and would wait for this one.
  await lockEmail(trx, email);
  const signUp = await takeLink(deps, trx, { token, config, next: 'password' });
  const { id, name } = signUp;
  // An approved one was counted when it was put to the operators.
  if (signUp.status === 'unverified') await takeOrganization(deps, config, email);
  const { userId, epochs } = await openAccount(trx, { email, name, hash }, nowMs);
  const organizationId = await openOrganization(trx, exchange, { config, signUp, userId }, nowMs);
  await updateSignUp(trx, id, {
    status: 'completed',
    fingerprint: null,
    organization_id: organizationId,
    expires_at: nowMs + ENDED_MS,
  });
  await dropOpen(trx, email);
  return { userId, epochs };
}
