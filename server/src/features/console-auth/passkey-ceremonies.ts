import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Insertable } from 'kysely';
import { describeError, type Log } from '#kit';
import type { Tables } from '#store';

/** EdDSA, ES256 and RS256. By default the library adds what the runtime supports, and a node on an older one could not read such a key. */
const ALGORITHMS = { supportedAlgorithmIDs: [-8, -7, -257] };

interface CeremonyDeps {
  /** Public address of the service, which passkeys are bound to. */
  readonly baseUrl: string;
  readonly log: Log;
}

/** What the device is asked to make. */
export function passkeyOptions(
  { baseUrl }: CeremonyDeps,
  { email, challenge }: { readonly email: string; readonly challenge: string },
  others: readonly { readonly credential_id: string; readonly transports: string | null }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Svc',
    rpID: new URL(baseUrl).hostname,
    userName: email,
    userDisplayName: email,
    challenge: Buffer.from(challenge, 'base64url'),
    excludeCredentials: others.map(({ credential_id: id, transports }) => ({
      id,
      transports: (transports?.split(',') ?? []) as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    ...ALGORITHMS,
  });
}

/**
 * The passkey that the device made; undefined when it is invalid. A passkey alone signs in, so it has to be two factors in one: the device,
 * and the finger or PIN it asks for. Devices without user verification are refused, here and at each sign-in.
 */
export async function verifyNewPasskey(
  deps: CeremonyDeps,
  response: object,
  challenge: string,
): Promise<Omit<Insertable<Tables['passkeys']>, 'id' | 'user_id' | 'name' | 'created_at'> | undefined> {
  const given = response as RegistrationResponseJSON;
  const { registrationInfo: made } = await unlessRefused(deps, async () => {
    requireNoCertificates(given);
    return verifyRegistrationResponse({ response: given, ...ALGORITHMS, ...expectedOf(deps, challenge) });
  });
  if (!made) return undefined;
  return {
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64'),
    counter: made.credential.counter,
    device_type: made.credentialDeviceType,
    backed_up: made.credentialBackedUp,
    transports: given.response.transports?.join(',') ?? '',
    aaguid: made.aaguid,
  };
}

/**
 * Nobody is asked who made their device. The library would check certificates of it, and fetch lists of revoked ones from addresses that
 * stand in them, past the guard of outgoing connections.
 */
function requireNoCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isOwn = attestation.get('fmt') === 'packed' && !attestation.get('attStmt').get('x5c');
  if (attestation.get('fmt') !== 'none' && !isOwn) throw new Error('a certificate of the device was sent');
}

interface PublicKey {
  readonly public_key: string;
  readonly counter: number;
}

/** The new signature count of the passkey. Undefined: the signature is wrong, or the count has not risen, as with a copied device. */
export async function verifyPasskey(
  deps: CeremonyDeps,
  response: object,
  challenge: string,
  { public_key: publicKey, counter }: PublicKey,
): Promise<number | undefined> {
  const given = response as AuthenticationResponseJSON;
  const credential = { id: given.id, publicKey: Buffer.from(publicKey, 'base64'), counter };
  const { verified, authenticationInfo } = await unlessRefused(deps, () =>
    verifyAuthenticationResponse({ response: given, credential, ...expectedOf(deps, challenge) }),
  );
  return verified === true ? authenticationInfo?.newCounter : undefined;
}

function expectedOf({ baseUrl }: CeremonyDeps, expectedChallenge: string) {
  const { origin, hostname } = new URL(baseUrl);
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

/** The library throws for every invalid response. Its message may quote the response, so it goes to the log only, described. */
async function unlessRefused<T extends object>(
  { log }: CeremonyDeps,
  verify: () => Promise<T>,
): Promise<Partial<T>> {
  try {
    return await verify();
  } catch (error) {
    log.warn({ error: describeError(error) }, 'passkey refused');
    return {};
  }
}
