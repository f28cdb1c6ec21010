import type { ConsoleClientCalls } from '@svc/contract';
import type { Proof } from './account.ts';
import { call } from './console-api.ts';

/** The person closed the browser's question, or it timed out. */
export class PasskeyStopped extends Error {}

/** Browsers that know passkeys and the forms in which the service speaks of them. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Signs in with a passkey of this device. It is password and second factor in one. */
export async function signInWithPasskey(): Promise<void> {
  const options = await call('beginPasskeySignIn');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await ask<ConsoleClientCalls['signInWithPasskey']['body']['response']>(() =>
    navigator.credentials.get({ publicKey }),
  );
  await call('signInWithPasskey', { body: { response } });
}

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  // The standard of browsers says what is in them, and the contract no more than that there are some.
  const options: unknown = await call('beginPasskey', { body: proof });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const response = await ask<ConsoleClientCalls['addPasskey']['body']['response']>(() =>
    navigator.credentials.create({ publicKey }),
  );
  await call('addPasskey', { body: { name, response } });
}

/** `Response`: what such a question is answered with, in JSON. */
async function ask<Response>(question: () => Promise<Credential | null>): Promise<Response> {
  const credential = await question().catch((cause: unknown) => {
    if (cause instanceof DOMException) throw new PasskeyStopped();
    throw cause;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyStopped();
  return credential.toJSON() as Response;
}
