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
  const options = await call<PublicKeyCredentialRequestOptionsJSON>('POST', '/auth/passkey/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.get({ publicKey }));
  await call('POST', '/auth/passkey', { body: { response: credential } });
}

/** Makes a passkey on this device and adds it to the account. */
export async function addPasskey(name: string, proof: Proof): Promise<void> {
  const options = await call<PublicKeyCredentialCreationOptionsJSON>('POST', '/auth/passkeys/options', {
    body: proof,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  await call('POST', '/auth/passkeys', { body: { name, response: credential } });
}

async function ask(question: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await question().catch((cause: unknown) => {
    if (cause instanceof DOMException) throw new PasskeyStopped();
    throw cause;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyStopped();
  return credential.toJSON();
}
