import { ApiError, type Passkey, type SignInAnswer } from '@svc/contract';
import type { HttpExchange, Person, SignedInExchange } from '#exchange';
import { toTimestamp } from '#kit';
import { UNAUTHENTICATED_CALL, callBetterAuth, AUTHENTICATED_CALL } from './call-better-auth.ts';
import { changeByBetterAuth, noteFactorChange } from './change-factor.ts';
import { newPasskeyChallenge, presentPasskeyChallenge } from './passkey-challenges.ts';
import { proveAgain, type Proof } from './prove-again.ts';
import { noteSignedIn } from './sign-in-events.ts';
import type { BetterAuth } from './better-auth.ts';
import { PASSKEY_CHALLENGE_S } from './sign-in-limits.ts';
import type { Answered, SignInDeps } from './sign-in.ts';
import { deletePasskey, findPasskeys, type StoredPasskey } from './store/passkeys.ts';

/** As the contract's schema checked it; the ceremony checks what it means. */
type PasskeyResponse = NonNullable<
  Parameters<BetterAuth['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];

/** The person's passkeys, oldest first. */
export async function listPasskeys({ db }: SignInDeps, { userId }: Person): Promise<object> {
  return { object: 'list', data: (await findPasskeys(db, userId)).map(toPasskey) };
}

export async function removePasskey(
  deps: SignInDeps,
  exchange: SignedInExchange,
  id: string,
  proof: Proof,
): Promise<object> {
  await proveAgain(deps, exchange, proof);
  const { db, clock } = deps;
  await db.transaction().execute(async (trx) => {
    if (!(await deletePasskey(trx, exchange.person.userId, id))) throw new ApiError('passkey_not_found');
    await noteFactorChange(
      trx,
      exchange,
      { ...exchange.person, change: 'passkey.removed', passkeyId: id },
      clock.nowMs(),
    );
  });
  return { id, type: 'passkey', deleted: true };
}

/** What the browser is to make. Its challenge is the proof's: who was not asked for theirs has none to answer. */
export async function beginPasskey(
  deps: SignInDeps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<Answered<object>> {
  await proveAgain(deps, exchange, proof);
  return callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
    deps.betterAuth.api.generatePasskeyRegistrationOptions({ ...request, query: {} }),
  );
}

export async function addPasskey(
  deps: SignInDeps,
  exchange: SignedInExchange,
  body: { readonly name: string; readonly response: object },
): Promise<Answered<Passkey>> {
  const { db, clock, betterAuth } = deps;
  const { body: added, cookies } = await changeByBetterAuth(
    deps,
    () =>
      callBetterAuth(exchange, AUTHENTICATED_CALL, (request) =>
        betterAuth.api.verifyPasskeyRegistration({ ...request, body }),
      ),
    (trx, { body: { id: passkeyId } }) =>
      noteFactorChange(
        trx,
        exchange,
        { ...exchange.person, change: 'passkey.added', passkeyId: String(passkeyId) },
        clock.nowMs(),
      ),
  );
  const passkey = (await findPasskeys(db, exchange.person.userId)).find(({ id }) => id === added['id']);
  if (!passkey) throw new ApiError('passkey_not_found');
  return { body: toPasskey(passkey), cookies };
}

/** What the browser is to sign. No passkey is named: who asks is not known yet. */
export async function beginPasskeySignIn(deps: SignInDeps): Promise<Answered<object>> {
  const { challenge, cookie } = await newPasskeyChallenge(deps);
  const rpId = new URL(deps.betterAuth.options.baseURL).hostname;
  return {
    body: { challenge, rpId, timeout: PASSKEY_CHALLENGE_S * 1000, userVerification: 'required' },
    cookies: [cookie],
  };
}

/** Attempts are not counted: a signature cannot be guessed, and guessing passwords must not block passkeys. */
export async function signInWithPasskey(
  deps: SignInDeps,
  exchange: HttpExchange,
  { response }: { readonly response: { readonly id: string } },
): Promise<Answered<SignInAnswer>> {
  await presentPasskeyChallenge(deps, {
    cookies: exchange.request.headers.cookie,
    credentialId: response.id,
  });
  const { cookies } = await changeByBetterAuth(deps, () =>
    callBetterAuth(exchange, UNAUTHENTICATED_CALL, (request) =>
      deps.betterAuth.api.verifyPasskeyAuthentication({
        ...request,
        body: { response: response as PasskeyResponse },
      }),
    ),
  );
  return {
    body: { type: 'sign_in', status: 'signed_in' },
    cookies: await noteSignedIn(deps, exchange, cookies),
  };
}

function toPasskey({ id, name, created_at: createdAt }: StoredPasskey): Passkey {
  return { id, type: 'passkey', name: name ?? '', created_at: toTimestamp(createdAt) };
}
