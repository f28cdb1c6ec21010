import type { Kysely } from 'kysely';
import { ApiError, type SignedIn } from '@svc/contract';
import type { FactorChange } from '#features/mail';
import type { SignedInExchange } from '#exchange';
import { newId } from '#kit';
import type { Tables } from '#store';
import { authenticatorUri, newAuthenticatorSecret, takeCode } from './authenticator-code.ts';
import { changeAsPerson } from './change-as-person.ts';
import { noteFactorChange } from './change-factor.ts';
import type { WithCookies } from './complete-sign-in.ts';
import { proveAgain, provePassword, type Proof } from './prove-again.ts';
import { readSignIn } from './read-sign-in.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { replaceSession, resumeIn } from './replace-session.ts';
import type { SignInDeps } from './sign-in.ts';
import {
  confirmSecondFactor,
  dropSecondFactor,
  putSecondFactor,
  setRecoveryCodes,
} from './store/second-factors.ts';

/** Begins to set up an authenticator app. It is asked for when its first code was confirmed. */
export async function setUpAuthenticator(
  deps: SignInDeps,
  exchange: SignedInExchange,
  { password }: { readonly password: string },
): Promise<WithCookies<object>> {
  await provePassword(deps, exchange, password);
  const { userId, email } = exchange.person;
  const [secret, { codes, stored }] = [newAuthenticatorSecret(), createRecoveryCodes(deps)];
  const factor = {
    id: newId('signin_', deps.clock.nowMs()),
    userId,
    secret: deps.factorSecrets.encrypt(secret),
    recoveryCodes: stored,
  };
  await changeAsPerson(deps, exchange, async (trx) => {
    if (!(await putSecondFactor(trx, factor))) throw new ApiError('resource_conflict');
  });
  const uri = authenticatorUri(secret, email);
  return { body: { type: 'authenticator_setup', uri, recovery_codes: codes }, cookies: [] };
}

/** Answers with a session of its own: the earlier one began without a second factor. */
export async function confirmAuthenticator(
  deps: SignInDeps,
  exchange: SignedInExchange,
  { code }: { readonly code: string },
): Promise<WithCookies<SignedIn>> {
  const { userId, sessionId, hasSecondFactor } = exchange.person;
  const from = { kind: 'session', id: sessionId } as const;
  const factor = await takeCode(deps, { what: 'code', account: userId, from }, code);
  if (!factor) throw new ApiError('second_factor_rejected');
  if (hasSecondFactor) return { body: await readSignIn(deps, exchange.person), cookies: [] };
  const session = await changeApp(deps, exchange, 'authenticator.added', async (trx) => {
    // Another app was begun meanwhile, of which no code was asked for.
    if (!(await confirmSecondFactor(trx, userId, factor.secret)))
      throw new ApiError('second_factor_rejected');
    return replaceSession(deps, trx, exchange);
  });
  return resumeIn(deps, session);
}

/** A recovery code is enough, so that a person who lost the app can set up another one. */
export async function removeAuthenticator(
  deps: SignInDeps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<WithCookies<SignedIn>> {
  await proveWithApp(deps, exchange, proof);
  const session = await changeApp(deps, exchange, 'authenticator.removed', async (trx) => {
    await dropSecondFactor(trx, exchange.person.userId);
    return replaceSession(deps, trx, exchange);
  });
  return resumeIn(deps, session);
}

/** New recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  deps: SignInDeps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<WithCookies<object>> {
  await proveWithApp(deps, exchange, proof);
  const { codes, stored } = createRecoveryCodes(deps);
  await changeApp(deps, exchange, 'recovery_codes.renewed', async (trx) => {
    if (!(await setRecoveryCodes(trx, exchange.person.userId, { to: stored })))
      throw new ApiError('second_factor_required');
  });
  return { body: { type: 'recovery_codes', recovery_codes: codes }, cookies: [] };
}

function createRecoveryCodes({ limits, factorSecrets }: SignInDeps) {
  const codes = newRecoveryCodes(limits().recovery_codes);
  return { codes, stored: factorSecrets.encrypt(JSON.stringify(codes)) };
}

async function proveWithApp(deps: SignInDeps, exchange: SignedInExchange, proof: Proof): Promise<void> {
  await proveAgain(deps, exchange, proof);
  if (!exchange.person.hasSecondFactor) throw new ApiError('second_factor_required');
}

/** Makes a change and reports it, in one transaction. */
function changeApp<T>(
  deps: SignInDeps,
  exchange: SignedInExchange,
  change: FactorChange,
  make: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return changeAsPerson(deps, exchange, async (trx, nowMs) => {
    const made = await make(trx);
    await noteFactorChange(trx, exchange, { ...exchange.person, change }, nowMs);
    return made;
  });
}
