import type { ErrorStatus } from './entry.ts';

/** The ten categories a client acts on (inference contract §7.2). */
export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'insufficient_quota'
  | 'permission_error'
  | 'not_found_error'
  | 'timeout_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'api_error'
  | 'service_unavailable_error';

/** Type of each listed status (inference contract §7.2, D-ERR-1). The other spellings some pages use are never sent. */
export const TYPE_BY_STATUS: Readonly<Record<ErrorStatus, ErrorType>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'service_unavailable_error',
  504: 'timeout_error',
  507: 'api_error',
};

/** What some servers answer when overloaded; no registered status, so it needs naming. */
const OVERLOADED_STATUS = 529;

function isListed(status: number): status is ErrorStatus {
  return Object.hasOwn(TYPE_BY_STATUS, status);
}

/**
 * The listed status that represents any status: itself when listed, else 400 for a 4xx, 503 for an overload, 502 for
 * everything else, including an answer that is no error at all (inference contract §7.1, D-19).
 */
export function foldStatus(status: number): ErrorStatus {
  if (isListed(status)) return status;
  if (status >= 400 && status < 500) return 400;
  return status === OVERLOADED_STATUS ? 503 : 502;
}

/** Type of a status. An unlisted one is folded first, so every number has a type. */
export function typeForStatus(status: number): ErrorType {
  return TYPE_BY_STATUS[foldStatus(status)];
}
