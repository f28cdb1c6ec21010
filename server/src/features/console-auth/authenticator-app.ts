import { ApiError, type SignedIn } from '@svc/contract';
import type { FactorChange } from '#features/mail';
import type { SignedInExchange } from '#exchange';
import type { AccountDeps } from './account.ts';
import { withinPasswordLimit } from './attempts.ts';
import {
  callBetterAuth,
  AUTHENTICATED_CALL,
  type BetterAuthAnswer,
  type BetterAuthRequest,
} from './call-better-auth.ts';
import { changeByBetterAuth, noteFactorChange } from './change-factor.ts';
import { proveAgain, type Proof } from './prove-again.ts';
import { readSignIn } from './read-sign-in.ts';
import { resume } from './resume.ts';
import type { Answered, SignInDeps } from './sign-in.ts';

type Deps = SignInDeps & AccountDeps;

/** Begins to set up an authenticator app. It is asked for when its first code was confirmed. */
export async function setUpAuthenticator(
  deps: Deps,
  exchange: SignedInExchange,
  body: { readonly password: string },
): Promise<Answered<object>> {
  const { body: setup } = await withinPasswordLimit(deps, exchange, () =>
    callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
      deps.betterAuth.api.enableTwoFactor({ ...request, body }),
    ),
  );
  return {
    body: { type: 'authenticator_setup', uri: setup['totpURI'], recovery_codes: setup['backupCodes'] },
    cookies: [],
  };
}

/** Answers with a session of its own: the earlier one began without a second factor. */
export async function confirmAuthenticator(
  deps: Deps,
  exchange: SignedInExchange,
  body: { readonly code: string },
): Promise<Answered<SignedIn>> {
  const { api } = deps.betterAuth;
  const { cookies } = exchange.person.hasSecondFactor
    ? await callBetterAuth(exchange, AUTHENTICATED_CALL, (request) => api.verifyTOTP({ ...request, body }))
    : await changeApp(deps, exchange, 'authenticator.added', (request) =>
        api.verifyTOTP({ ...request, body }),
      );
  return cookies.length > 0
    ? resume(deps, exchange.person, cookies)
    : { body: await readSignIn(deps, exchange.person), cookies };
}

/** A recovery code is enough, so that a person who lost the app can set up another one. */
export async function removeAuthenticator(
  deps: Deps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<Answered<SignedIn>> {
  await proveWithApp(deps, exchange, proof);
  const body = { password: proof.password };
  const { cookies } = await changeApp(deps, exchange, 'authenticator.removed', (request) =>
    deps.betterAuth.api.disableTwoFactor({ ...request, body }),
  );
  return resume(deps, exchange.person, cookies);
}

/** New recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  deps: Deps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<Answered<object>> {
  await proveWithApp(deps, exchange, proof);
  const body = { password: proof.password };
  const { body: renewed } = await changeApp(deps, exchange, 'recovery_codes.renewed', (request) =>
    deps.betterAuth.api.generateBackupCodes({ ...request, body }),
  );
  return { body: { type: 'recovery_codes', recovery_codes: renewed['backupCodes'] }, cookies: [] };
}

async function proveWithApp(deps: Deps, exchange: SignedInExchange, proof: Proof): Promise<void> {
  await proveAgain(deps, exchange, proof);
  if (!exchange.person.hasSecondFactor) throw new ApiError('second_factor_required');
}

function changeApp(
  deps: Deps,
  exchange: SignedInExchange,
  change: FactorChange,
  call: (request: BetterAuthRequest) => Promise<Response>,
): Promise<BetterAuthAnswer> {
  return changeByBetterAuth(
    deps,
    () => callBetterAuth(exchange, AUTHENTICATED_CALL, call),
    (trx) => noteFactorChange(trx, exchange, { ...exchange.person, change }, deps.clock.nowMs()),
  );
}
