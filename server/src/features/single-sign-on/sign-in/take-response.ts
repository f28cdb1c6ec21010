import { fingerprint, fingerprintBytes } from '#kit';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { claimMessage, takeResponse } from '../store/responses.ts';
import { messageDigest } from './receive-response.ts';
import { requestIdOf, type SignOnAttempt } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';

/**
 * The person of a response that was kept, for the browser whose request it responds to. Each request is responded to once. Throws
 * SignOnFailure.
 */
export async function takePerson(
  { db, clock }: Pick<SignOnDeps, 'db' | 'clock'>,
  { id: connectionId, updated_at: updatedAtMs }: ConnectionRow,
  attempt: SignOnAttempt,
  token: string,
): Promise<ProvidedPerson> {
  const at = { fingerprint: fingerprintBytes(fingerprint(token)), connectionId };
  const response = await takeResponse(db, at, clock.nowMs());
  // Another provider, or another certificate, may be set since.
  if (!response || response.connection_updated_at !== updatedAtMs)
    throw new SignOnFailure('state', 'sso_expired');
  const requestId = requestIdOf(attempt);
  if (response.request_id !== requestId) throw new SignOnFailure('in_response_to');
  if (response.relay_state !== attempt.state) throw new SignOnFailure('state');
  const request = { connection_id: connectionId, digest: messageDigest('request', requestId) };
  if (!(await claimMessage(db, { ...request, expires_at: attempt.expiresAtMs })))
    throw new SignOnFailure('replayed');
  return response.person;
}
