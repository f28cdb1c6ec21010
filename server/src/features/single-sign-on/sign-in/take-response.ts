import { fingerprint, fingerprintBytes } from '#kit';
import type { StoredSsoFailure } from '#store';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { claimMessage, takeStoredResponse } from '../store/responses.ts';
import { messageDigest } from './receive-response.ts';
import { requestIdOf, type SignOnAttempt } from './sign-on-attempt.ts';
import type { SignOnDeps } from './sign-on-deps.ts';
import type { Attributes } from './test-report/stored-report.ts';

interface TakenResponse {
  readonly person: ProvidedPerson;
  /** Of a test. */
  readonly attributes: Attributes | null;
}

/**
 * A response that was kept, for the browser whose request it responds to. Each request is responded to once. Throws SignOnFailure, also
 * that of a response which was refused when it was posted.
 */
export async function takeResponse(
  { db, clock }: Pick<SignOnDeps, 'db' | 'clock'>,
  { id: connectionId, updated_at: updatedAtMs }: ConnectionRow,
  attempt: SignOnAttempt,
  token: string,
): Promise<TakenResponse> {
  const at = { fingerprint: fingerprintBytes(fingerprint(token)), connectionId };
  const response = await takeStoredResponse(db, at, clock.nowMs());
  // Another provider, or another certificate, may be set since.
  if (!response || response.connection_updated_at !== updatedAtMs)
    throw new SignOnFailure('state', 'sso_expired');
  const { person, attributes, failure } = response;
  if (failure && attempt.test && response.relay_state === attempt.state) throw failureOf(failure, attributes);
  const requestId = requestIdOf(attempt);
  if (!person || response.request_id !== requestId) throw new SignOnFailure('in_response_to');
  if (response.relay_state !== attempt.state) throw new SignOnFailure('state');
  const request = { connection_id: connectionId, digest: messageDigest('request', requestId) };
  if (!(await claimMessage(db, { ...request, expires_at: attempt.expiresAtMs })))
    throw new SignOnFailure('replayed');
  return { person, attributes };
}

function failureOf(
  { reason, expected, received, provider_error: told }: StoredSsoFailure,
  attributes: Attributes | null,
): SignOnFailure {
  const providerError = told && { code: told.code ?? undefined, description: told.description ?? undefined };
  return new SignOnFailure(reason, undefined, {
    expected,
    received,
    attributes: attributes ?? undefined,
    ...(providerError && { providerError }),
  });
}
