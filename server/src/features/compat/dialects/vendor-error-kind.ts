import { HEADERS, type ApiError } from '@svc/contract';

/** What a refusal or failure is to a client of another vendor's protocol, beneath the words of each (COMPE). */
export type VendorErrorKind =
  | 'authentication'
  | 'quota'
  | 'permission'
  | 'unknown_model'
  | 'unknown_path'
  | 'not_found'
  | 'method'
  | 'context_length'
  | 'invalid'
  | 'too_large'
  | 'too_many_items'
  | 'rate'
  | 'busy'
  | 'timeout'
  | 'slow_request'
  | 'conflict'
  | 'failure';

const BY_NAME: Readonly<Record<string, VendorErrorKind>> = {
  model_not_found: 'unknown_model',
  not_found: 'unknown_path',
  context_length_exceeded: 'context_length',
  too_many_messages: 'too_many_items',
  model_busy: 'busy',
  capacity_busy: 'busy',
};

const BY_STATUS: Readonly<Record<number, VendorErrorKind>> = {
  400: 'invalid',
  401: 'authentication',
  402: 'quota',
  403: 'permission',
  404: 'not_found',
  405: 'method',
  408: 'slow_request',
  409: 'conflict',
  413: 'too_large',
  422: 'invalid',
  429: 'rate',
  503: 'busy',
  504: 'timeout',
};

export function vendorErrorKind({ catalogName, status }: ApiError): VendorErrorKind {
  return BY_NAME[catalogName] ?? BY_STATUS[status] ?? 'failure';
}

/** Kinds for which the same request may succeed later. */
const PASSING: ReadonlySet<VendorErrorKind> = new Set([
  'rate',
  'busy',
  'timeout',
  'slow_request',
  'conflict',
  'failure',
]);

/**
 * Headers of an error: our own but those of rates, which each dialect has in its words, and whether a repeat can help.
 * Retry-After is left out where only money helps, so that nobody waits for it.
 */
export function vendorHeaders(error: ApiError, kind: VendorErrorKind): string[] {
  const headers = ['cache-control', 'no-store'];
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined && kind !== 'quota')
    headers.push('retry-after', String(retryAfterSeconds));
  for (const [name, value] of Object.entries(error.options.headers ?? {}))
    if (!name.startsWith('x-ratelimit-')) headers.push(name, value);
  if (!PASSING.has(kind) || error.catalogName === 'server_misconfigured')
    headers.push(HEADERS.shouldRetry, 'false');
  return headers;
}
