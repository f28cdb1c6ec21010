import { ApiError, type Passkey, type SignInOutcome } from '@svc/contract';
import type { HttpExchange, Person, SignedInExchange } from '#exchange';
import { newId, toTimestamp } from '#kit';
import { changeAsPerson } from './change-as-person.ts';
import { noteFactorChange } from './change-factor.ts';
import { completeSignIn, type WithCookies } from './complete-sign-in.ts';
import { passkeyOptions, verifyNewPasskey, verifyPasskey } from './passkey-ceremonies.ts';
import {
  claimPasskeyChallenge,
  createPasskeyChallenge,
  findPasskeyChallenge,
  isCompleted,
} from './passkey-challenges.ts';
import { proveAgain, type Proof } from './prove-again.ts';
import { PASSKEY_CHALLENGE_S } from './sign-in-limits.ts';
import type { SignInDeps } from './sign-in.ts';
import {
  deletePasskey,
  findCredentials,
  findPasskeyByCredential,
  findPasskeys,
  insertPasskey,
  setCounter,
  type StoredPasskey,
} from './store/passkeys.ts';

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
  await changeAsPerson(deps, exchange, async (trx, nowMs) => {
    if (!(await deletePasskey(trx, exchange.person.userId, id))) throw new ApiError('passkey_not_found');
    const about = { change: 'passkey.removed', passkeyId: id } as const;
    await noteFactorChange(trx, exchange, { ...exchange.person, ...about }, nowMs);
  });
  return { id, type: 'passkey', deleted: true };
}

/** What the browser is to make. Its challenge is the proof's: who was not asked for theirs has none to answer. */
export async function beginPasskey(
  deps: SignInDeps,
  exchange: SignedInExchange,
  proof: Proof,
): Promise<WithCookies<object>> {
  await proveAgain(deps, exchange, proof);
  const { userId, email } = exchange.person;
  const { challenge, cookie } = createPasskeyChallenge(deps, `add ${userId}`);
  const others = await findCredentials(deps.db, userId);
  return { body: await passkeyOptions(deps, { email, challenge }, others), cookies: [cookie] };
}

export async function addPasskey(
  deps: SignInDeps,
  exchange: SignedInExchange,
  { name, response }: { readonly name: string; readonly response: object },
): Promise<WithCookies<Passkey>> {
  const { userId } = exchange.person;
  const asked = findPasskeyChallenge(deps, exchange.request.headers.cookie, `add ${userId}`);
  const made = asked && (await verifyNewPasskey(deps, response, asked.challenge));
  if (!made) throw new ApiError('passkey_rejected');
  const nowMs = deps.clock.nowMs();
  const passkey = { id: newId('passkey_', nowMs), name: name.trim(), created_at: nowMs };
  await changeAsPerson(deps, exchange, async (trx) => {
    if (!(await claimPasskeyChallenge(trx, asked, nowMs))) throw new ApiError('passkey_rejected');
    // A device chooses the id, and nothing keeps one from choosing that of another passkey (Web Authentication §7.1).
    if (!(await insertPasskey(trx, { ...passkey, ...made, user_id: userId })))
      throw new ApiError('passkey_rejected');
    const about = { change: 'passkey.added', passkeyId: passkey.id } as const;
    await noteFactorChange(trx, exchange, { ...exchange.person, ...about }, nowMs);
  });
  return { body: toPasskey(passkey), cookies: [] };
}

/** What the browser is to sign. No passkey is named: who asks is not known yet. */
export async function beginPasskeySignIn(deps: SignInDeps): Promise<WithCookies<object>> {
  const { challenge, cookie } = createPasskeyChallenge(deps, 'sign-in');
  const rpId = new URL(deps.baseUrl).hostname;
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
): Promise<WithCookies<SignInOutcome>> {
  const asked = findPasskeyChallenge(deps, exchange.request.headers.cookie, 'sign-in');
  if (!asked) throw new ApiError('sign_in_expired');
  const passkey = await findPasskeyByCredential(deps.db, response.id);
  if (!passkey) throw new ApiError('sign_in_rejected');
  if (await isCompleted(deps.db, asked)) throw new ApiError('sign_in_expired');
  const counter = await verifyPasskey(deps, response, asked.challenge, passkey);
  if (counter === undefined) throw new ApiError('sign_in_rejected');
  return completeSignIn(deps, exchange, passkey, async (trx) => {
    // Only a right answer is stored: anybody can get challenges, and answer wrongly without end.
    if (!(await claimPasskeyChallenge(trx, asked, deps.clock.nowMs()))) throw new ApiError('sign_in_expired');
    if (!(await setCounter(trx, passkey.id, counter))) throw new ApiError('sign_in_rejected');
  });
}

function toPasskey({ id, name, created_at: createdAt }: StoredPasskey): Passkey {
  return { id, type: 'passkey', name: name ?? '', created_at: toTimestamp(createdAt) };
}
