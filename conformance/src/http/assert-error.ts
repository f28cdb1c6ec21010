import assert from 'node:assert/strict';
import type { HttpResponse } from './http-exchange.ts';

/** The listed statuses and the type each one has (inference contract §7.2; ERR-15 to ERR-24). */
export const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
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
/** Of the contents of files alone, where HTTP gives it its meaning; engines' statuses never become it. */
const RANGE_NOT_SATISFIABLE = 416;

export interface ErrorObject {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly request_id: string;
  readonly retry_after?: number;
  readonly [extra: string]: unknown;
}

export interface ExpectedError {
  readonly status: number;
  readonly code: string;
  /** Default null, as on chat. */
  readonly param?: string | null;
  /** Further fields of `error`, exactly; without it there may be none but `retry_after` and `retry_after_seconds`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

const COMMON = new Set([
  'type',
  'code',
  'message',
  'param',
  'request_id',
  'retry_after',
  'retry_after_seconds',
]);

/** ERR-01 to ERR-09 for any refusal, whatever its code. */
export function assertErrorEnvelope(response: HttpResponse): ErrorObject {
  assert.equal(
    response.headers['content-type'],
    'application/json',
    `ERR-01 content-type of the ${response.status}`,
  );
  assert.equal(response.headers['cache-control'], 'no-store', 'ERR-09 cache-control');
  const error = assertErrorObject(response.json());
  assert.equal(
    error.type,
    response.status === RANGE_NOT_SATISFIABLE ? 'invalid_request_error' : TYPE_OF_STATUS[response.status],
    `ERR-02 type of status ${response.status}, which must be a listed one`,
  );
  assert.equal(error.request_id, response.headers['x-request-id'], 'ERR-07 request_id equals x-request-id');
  assert.equal(
    error.request_id,
    response.headers['x-svc-request-id'],
    'ERR-07 request_id equals x-svc-request-id',
  );
  const retryAfter = response.headers['retry-after'];
  if (response.status === 429 || response.status === 503) {
    assert.match(String(retryAfter), /^[1-9]\d*$/, 'ERR-08 Retry-After in whole seconds');
    assert.equal(error.retry_after, Number(retryAfter), 'ERR-08 retry_after equals Retry-After');
    if ('retry_after_seconds' in error)
      assert.equal(
        error['retry_after_seconds'],
        Number(retryAfter),
        'D-17 retry_after_seconds equals Retry-After',
      );
  } else {
    assert.equal(retryAfter, undefined, `no Retry-After on ${response.status}`);
    assert.ok(!('retry_after' in error), `no retry_after on ${response.status}`);
  }
  return error;
}

/** The object `{error: {…}}`, as a body or inside a stream. */
export function assertErrorObject(body: Record<string, unknown>): ErrorObject {
  const error = body['error'] as ErrorObject;
  assert.equal(typeof error, 'object', 'ERR-01 error is an object');
  assert.match(error.code, /^[a-z][a-z0-9_]*$/, 'ERR-03 code');
  assert.equal(typeof error.type, 'string', 'ERR-02 type');
  assert.match(error.message, /^\S.*[.!?]$/s, 'ERR-04 message is a sentence');
  assert.ok('param' in error, 'ERR-06 param is always present');
  assert.match(error.request_id, /^req_[0-9A-Za-z]+$/, 'ERR-07 request_id');
  return error;
}

/** A refusal with exactly this status, code, param and extra fields. Returns `error`. */
export function assertError(response: HttpResponse, expected: ExpectedError): ErrorObject {
  assert.equal(
    response.status,
    expected.status,
    `status; the answer is ${response.status} ${response.text.slice(0, 300)}`,
  );
  const error = assertErrorEnvelope(response);
  assert.equal(error.code, expected.code, 'code');
  assert.equal(error.param, expected.param ?? null, 'ERR-06 param');
  const extra = Object.fromEntries(Object.entries(error).filter(([name]) => !COMMON.has(name)));
  assert.deepEqual(extra, expected.extra ?? {}, `extra fields of ${expected.code}`);
  return error;
}

/** A refusal of `/oauth`, in the flat form of OAuth (D-68, RFC 6749 §5.2). Returns its `error`. */
export function assertOAuthError(response: HttpResponse): string {
  assert.equal(
    response.headers['content-type'],
    'application/json',
    `D-68 content-type of the ${response.status}`,
  );
  assert.equal(response.headers['cache-control'], 'no-store', 'D-68 cache-control');
  const body = response.json<{ error: string; error_description: string }>();
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'error_description'], 'D-68 the flat form');
  assert.match(body.error, /^[a-z][a-z_]*$/, 'D-68 error');
  assert.match(body.error_description, /^\S.*[.!?]$/s, 'D-68 error_description is a sentence');
  return body.error;
}
