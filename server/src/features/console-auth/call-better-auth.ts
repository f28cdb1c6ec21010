import { parseCookies } from 'better-auth/cookies';
import { ApiError, type ErrorName } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { ADDRESS_HEADER } from './address-header.ts';

/** What better-auth answered: its body, and the cookies it sets. */
export interface BetterAuthAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
}

/** On whose behalf better-auth is called. */
interface BetterAuthCallProfile {
  /** Names, without their prefix, of the cookies it gets to see. */
  readonly cookies: readonly string[];
  /** What it refuses, by its codes, or by the status if it has none. Anything else is a failure of the service. */
  readonly refusals: Readonly<Record<string, ErrorName>>;
}

/**
 * Of somebody who is not signed in yet. What else their browser is signed in to is kept from better-auth: it would take the code for
 * that person's, and it knows of sessions only that they end, not that they ended for want of use.
 */
export const UNAUTHENTICATED_CALL: BetterAuthCallProfile = {
  cookies: ['two_factor', 'passkey', 'known_browser'],
  refusals: {
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
    // A recovery code was used at this very moment. better-auth does not ask again.
    409: 'sign_in_expired',
  },
};

/** Of a person who is signed in. */
export const AUTHENTICATED_CALL: BetterAuthCallProfile = {
  cookies: ['session_token', 'passkey'],
  refusals: {
    UNAUTHORIZED: 'session_required',
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
    PASSKEY_EXISTS: 'passkey_rejected',
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_rejected',
    USER_NOT_VERIFIED: 'passkey_rejected',
  },
};

/**
 * Calls better-auth on behalf of a request. Of the request's headers it gets the few it needs. Throws what it refuses as an
 * error of the catalog, so that none of its words reaches a caller.
 */
export async function callBetterAuth(
  exchange: HttpExchange,
  { cookies, refusals }: BetterAuthCallProfile,
  call: (request: BetterAuthRequest) => Promise<Response>,
): Promise<BetterAuthAnswer> {
  const response = await call({ headers: headersOf(exchange, cookies), asResponse: true });
  const body = (await response.json()) as BetterAuthAnswer['body'] | null;
  if (response.ok) return { body: body ?? {}, cookies: response.headers.getSetCookie() };
  const code = body?.['code'];
  const name = refusals[typeof code === 'string' ? code : response.status];
  if (name === undefined) throw new Error(`better-auth answered ${response.status} ${String(code)}`);
  throw new ApiError(name);
}

export interface BetterAuthRequest {
  readonly headers: Headers;
  readonly asResponse: true;
}

function headersOf({ request, address }: HttpExchange, cookies: readonly string[]): Headers {
  const headers = new Headers({ [ADDRESS_HEADER]: address });
  const agent = request.headers['user-agent'];
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, USER_AGENT_CHARACTERS));
  headers.set('cookie', cookieHeader(request.headers.cookie ?? '', cookies));
  return headers;
}

const USER_AGENT_CHARACTERS = 500;

/**
 * One cookie of each name, that which `PersonSessions` reads: of two with one name better-auth would take the first, and so act for
 * another person than the one who was let in.
 */
function cookieHeader(sent: string, names: readonly string[]): string {
  const kept = [...parseCookies(sent)].filter(([name]) =>
    names.includes(name.slice(name.lastIndexOf('.') + 1)),
  );
  return kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
}
