import assert from 'node:assert/strict';
import { assertErrorEnvelope, assertOAuthError } from './assert-error.ts';
import { assertAnthropicError, assertOpenAiError } from './compat-errors.ts';
import type { HttpResponse } from './http-exchange.ts';
import { ERROR_MARKERS } from '../deployments/upstream.ts';

const REQUEST_ID = /^req_[0-9A-Za-z]+$/;
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset-seconds'];

const ASSERT_ERROR = {
  api: assertErrorEnvelope,
  oauth: assertOAuthError,
  openai: assertOpenAiError,
  anthropic: assertAnthropicError,
};
/** The form of an error. */
export type ErrorFormat = keyof typeof ASSERT_ERROR;

/** By the path that was asked for. */
export function errorFormat(path: string): ErrorFormat {
  if (path.startsWith('/compat/openai')) return 'openai';
  if (path.startsWith('/compat/anthropic')) return 'anthropic';
  return path.startsWith('/oauth/') ? 'oauth' : 'api';
}

/**
 * What holds for every answer of every check: nothing of what lies behind the service is in any byte of it (ERR-05,
 * BILL-11), both request ids are there and equal (CHAT-56), refusals have the envelope (ERR-01 to ERR-09), those of `/oauth`
 * the flat form of OAuth (D-68), those of other vendors' protocols the form of the vendor (COMPG-02), and the rate headers stand on `rate_limited` alone (LIMIT-11).
 */
export function inspectResponse(
  response: HttpResponse,
  secrets: readonly string[],
  format: ErrorFormat = 'api',
): void {
  assertNothingLeaks(response, secrets);
  const id = response.headers['x-request-id'];
  assert.match(String(id), REQUEST_ID, 'x-request-id (D-10)');
  assert.equal(response.headers['x-svc-request-id'], id, 'x-svc-request-id equals x-request-id (CHAT-56)');
  // An answer to HEAD has the head of an error and no body.
  if (response.status >= 400 && response.text !== '') ASSERT_ERROR[format](response);
  const limited = response.status === 429 && response.text.includes('"rate_limited"');
  if (!limited)
    for (const name of RATE_HEADERS)
      assert.equal(response.headers[name], undefined, `${name} only on rate_limited (LIMIT-11)`);
}

/** Header names and values, and the body. `upstream-` is how every engine model of the suite's deployment is called. */
function assertNothingLeaks(response: HttpResponse, secrets: readonly string[]): void {
  const everything = `${response.rawHeaders.join('\n')}\n${response.text}`.toLowerCase();
  for (const marker of [...ERROR_MARKERS, 'upstream-', ...secrets]) {
    assert.ok(
      !everything.includes(marker.toLowerCase()),
      `the answer shows ${JSON.stringify(marker)} of what lies behind it (ERR-05, BILL-11)`,
    );
  }
}
