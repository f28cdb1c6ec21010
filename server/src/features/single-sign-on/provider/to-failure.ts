import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { OutboundError } from '#kit';
import { SignOnFailure, type FailureEvidence, type SignOnReason } from './sign-on-failure.ts';

const OF_CLAIMS: Readonly<Record<string, SignOnReason>> = {
  nonce: 'nonce',
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  exp: 'expired',
  iat: 'expired',
  nbf: 'expired',
};

/** What the library says of a check: the claim, the header, or what was expected. */
interface Check {
  readonly claim?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly expected?: unknown;
  readonly header?: unknown;
  readonly parameters?: unknown;
  readonly attribute?: string;
}

/** Why the exchange with a provider failed. Rethrows nothing: a defect of this service is one of the provider's to the person. */
export function toFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  if (isUnavailable(error)) return new SignOnFailure('provider_unavailable');
  if (
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
    return new SignOnFailure('provider_error', undefined, { providerError: refusalOf(error) });
  if (!(error instanceof ClientError)) return new SignOnFailure('provider_error');
  return new SignOnFailure(reasonOf(error), undefined, evidenceOf(error));
}

function refusalOf(error: AuthorizationResponseError | ResponseBodyError | WWWAuthenticateChallengeError) {
  if (error instanceof WWWAuthenticateChallengeError) return { code: 'invalid_client' };
  return { code: error.error, description: error.error_description };
}

/** What the check saw. */
function evidenceOf({ cause }: ClientError): FailureEvidence {
  if (!(cause instanceof Error)) return {};
  const { claim, claims, expected } = (cause.cause ?? {}) as Check;
  if (claim === undefined || claim === 'nonce') return { attributes: claims };
  return { attributes: claims, expected, received: claims?.[claim] };
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof OutboundError) return true;
  if (!(error instanceof ClientError)) return false;
  return error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || isUnavailable(error.cause);
}

function reasonOf(error: ClientError): SignOnReason {
  const { cause } = error;
  if (!(cause instanceof Error)) return isIssuer(cause as Check | undefined) ? 'issuer' : 'provider_error';
  const check = (cause.cause ?? {}) as Check;
  if (check.claim !== undefined) return OF_CLAIMS[check.claim] ?? 'claims';
  if (check.header !== undefined) return 'algorithm';
  if (isIssuer(check) || cause.message.includes('"iss"')) return 'issuer';
  const [, missing] = /^JWT "(\w+)"/.exec(cause.message) ?? [];
  return missing === undefined ? 'claims' : (OF_CLAIMS[missing] ?? 'claims');
}

/** The provider calls itself otherwise than the connection does. */
function isIssuer(check: Check | undefined): boolean {
  return check?.attribute === 'issuer';
}
