import type { ErrorStatus } from './errors/entry.ts';

interface OAuthErrorRow {
  readonly status: ErrorStatus;
  /** For the developer of a client: what happened and what to do next. */
  readonly description: string;
}

/**
 * What `/oauth` answers with, in OAuth's flat form and apart from the catalog of the API (D-68): names and statuses are
 * those of RFC 6749 §5.2, RFC 8628 §3.5 and RFC 7009 §2.2.
 */
export const OAUTH_ERRORS = {
  invalid_request: {
    status: 400,
    description: 'A parameter is missing, repeated or not valid. Send each parameter once, as a form.',
  },
  invalid_client: {
    status: 400,
    description: 'No client has this client_id. Send the id of a client this service knows.',
  },
  invalid_grant: {
    status: 400,
    description: 'The code or token is unknown, already used, expired or revoked. Sign in again.',
  },
  invalid_scope: {
    status: 400,
    description: 'A scope is unknown or was not granted. Leave scope out, or send inference.',
  },
  unsupported_grant_type: {
    status: 400,
    description: 'Send the device grant or refresh_token as grant_type.',
  },
  authorization_pending: {
    status: 400,
    description: 'The sign-in is not approved yet. Poll again after the interval.',
  },
  slow_down: {
    status: 400,
    description: 'Polled too soon. Wait 5 seconds longer between polls from now on.',
  },
  access_denied: { status: 400, description: 'The sign-in was denied. Start a new sign-in to ask again.' },
  expired_token: {
    status: 400,
    description: 'The device code has expired. Start a new sign-in to get another one.',
  },
} as const satisfies Readonly<Record<string, OAuthErrorRow>>;

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS;

/** A refusal of the sign-in endpoints. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string = OAUTH_ERRORS[code].description) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }

  get status(): ErrorStatus {
    return OAUTH_ERRORS[this.code].status;
  }
}
