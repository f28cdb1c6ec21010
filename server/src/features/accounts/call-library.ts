import { ApiError, type ErrorName } from '@svc/contract';
import type { Exchange } from '#exchange';
import { ADDRESS_HEADER } from './sign-in-library.ts';

/** What the library answered: its body, and the cookies it sets. */
export interface LibraryAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

type Refusals = Readonly<Record<string, ErrorName>>;

/** The library's refusals by its codes, or their status where they have none, of somebody who is not signed in yet. Any other is a failure of ours. */
export const AT_THE_DOOR: Refusals = {
  INVALID_EMAIL_OR_PASSWORD: 'sign_in_rejected',
  INVALID_EMAIL: 'sign_in_rejected',
  INVALID_TWO_FACTOR_COOKIE: 'sign_in_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign_in_expired',
  CHALLENGE_NOT_FOUND: 'sign_in_expired',
  PASSKEY_NOT_FOUND: 'sign_in_rejected',
  AUTHENTICATION_FAILED: 'sign_in_rejected',
  USER_NOT_VERIFIED: 'sign_in_rejected',
  TOTP_NOT_ENABLED: 'code_rejected',
  BACKUP_CODES_NOT_ENABLED: 'code_rejected',
  INVALID_CODE: 'code_rejected',
  INVALID_BACKUP_CODE: 'code_rejected',
  // The one refusal without a code: a recovery code was taken at the same moment.
  409: 'code_rejected',
};

/** And of somebody who is. */
export const IN_THE_ACCOUNT: Refusals = {
  UNAUTHORIZED: 'session_required',
  SESSION_NOT_FRESH: 'recent_sign_in_required',
  INVALID_PASSWORD: 'password_rejected',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'password_rejected',
  TOTP_ALREADY_ENABLED: 'resource_conflict',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_required',
  TOTP_NOT_ENABLED: 'second_factor_rejected',
  INVALID_CODE: 'second_factor_rejected',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_required',
  INVALID_BACKUP_CODE: 'second_factor_rejected',
  409: 'second_factor_rejected',
  CHALLENGE_NOT_FOUND: 'passkey_rejected',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_rejected',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_rejected',
  USER_NOT_VERIFIED: 'passkey_rejected',
};

/**
 * Calls the library on behalf of a request. Of the request's headers it gets the few it needs. Throws what it refuses as an
 * error of the catalogue, so that none of its words reaches a caller.
 */
export async function callLibrary(
  exchange: Exchange,
  refusals: Refusals,
  call: (request: LibraryRequest) => Promise<Response>,
): Promise<LibraryAnswer> {
  const response = await call({ headers: headersOf(exchange), asResponse: true });
  const body = (await response.json()) as LibraryAnswer['body'] | null;
  if (response.ok) return { body: body ?? {}, cookies: response.headers.getSetCookie() };
  const refusal = String(body?.['code'] ?? response.status);
  const name = refusals[refusal];
  if (name === undefined) throw new Error(`the sign-in library answered ${response.status} ${refusal}`);
  throw new ApiError(name);
}

export interface LibraryRequest {
  readonly headers: Headers;
  readonly asResponse: true;
}

function headersOf({ request, address }: Exchange): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value.slice(0, MOST_HEADER_CHARACTERS[name]));
  }
  return headers;
}

const MOST_HEADER_CHARACTERS = { cookie: 16_384, 'user-agent': 500 } as const;
