import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS, type ApiErrorOptions, type CompatErrorStyle, type ErrorName } from '@svc/contract';
import type { Exchange } from '#exchange';
import { compatErrors } from './compat-errors.ts';

const EXCHANGE = { requestId: 'req_1', receivedAtMs: 1_800_000_000_000 } as unknown as Exchange;
const on = { enabled: true, aliases: {} };
const rendererOf = compatErrors(() => ({ openai: on, anthropic: on }));

function render(style: CompatErrorStyle, name: ErrorName, options: ApiErrorOptions = {}) {
  const { body, headers, ...rest } = rendererOf(style)!.render(new ApiError(name, options), EXCHANGE);
  const pairs = headers.flatMap((header, i) => (i % 2 === 0 ? [[header, headers[i + 1]!] as const] : []));
  return { ...rest, body: JSON.parse(body) as object, headers: Object.fromEntries(pairs) };
}

/** As `status type code param`. */
function openai(name: ErrorName, options?: ApiErrorOptions, style: CompatErrorStyle = 'openai'): string {
  const { status, body } = render(style, name, options);
  const { error } = body as { error: { type: string; code: string | null; param: string | null } };
  return [status, error.type, error.code, error.param].join(' ');
}

/** As `status type`. */
function anthropic(name: ErrorName, options?: ApiErrorOptions): string {
  const { status, body } = render('anthropic', name, options);
  return `${status} ${(body as { error: { type: string } }).error.type}`;
}

describe('errors in the words of other vendors', () => {
  it.each<[rule: string, name: ErrorName, openai: string, responses: string, anthropic: string]>([
    [
      'COMPE-01',
      'revoked_api_key',
      '401 invalid_request_error invalid_api_key ',
      '=',
      '401 authentication_error',
    ],
    ['COMPE-02', 'quota_exhausted', '429 insufficient_quota insufficient_quota ', '=', '402 billing_error'],
    [
      'COMPE-03',
      'model_not_in_plan',
      '403 invalid_request_error model_not_in_plan ',
      '=',
      '403 permission_error',
    ],
    [
      'COMPE-04',
      'model_not_found',
      '404 invalid_request_error model_not_found model',
      '400 invalid_request_error model_not_found model',
      '404 not_found_error',
    ],
    ['COMPE-05', 'not_found', '404 invalid_request_error unknown_url ', '=', '404 not_found_error'],
    [
      'COMPE-05',
      'method_not_allowed',
      '405 invalid_request_error method_not_allowed ',
      '=',
      '405 invalid_request_error',
    ],
    [
      'COMPE-06',
      'context_length_exceeded',
      '400 invalid_request_error context_length_exceeded messages',
      '400 invalid_request_error context_length_exceeded input',
      '400 invalid_request_error',
    ],
    [
      'COMPE-07',
      'output_schema_violation',
      '400 invalid_request_error output_schema_violation ',
      '=',
      '400 invalid_request_error',
    ],
    [
      'COMPE-08',
      'payload_too_large',
      '413 invalid_request_error request_too_large ',
      '400 invalid_request_error request_too_large ',
      '413 request_too_large',
    ],
    [
      'COMPE-09',
      'too_many_messages',
      '400 invalid_request_error array_above_max_length messages',
      '400 invalid_request_error array_above_max_length input',
      '400 invalid_request_error',
    ],
    ['COMPE-10', 'rate_limited', '429 requests rate_limit_exceeded ', '=', '429 rate_limit_error'],
    ['COMPE-11', 'capacity_busy', '503 server_error service_unavailable ', '=', '529 overloaded_error'],
    ['COMPE-11', 'model_busy', '503 server_error service_unavailable ', '=', '529 overloaded_error'],
    ['COMPE-11', 'overloaded', '503 server_error service_unavailable ', '=', '529 overloaded_error'],
    ['COMPE-12', 'internal_error', '500 server_error  ', '=', '500 api_error'],
    ['COMPE-12', 'upstream_error', '502 server_error  ', '=', '500 api_error'],
    ['COMPE-13', 'upstream_timeout', '504 server_error  ', '=', '504 timeout_error'],
    ['COMPE-13', 'request_timeout', '408 invalid_request_error request_timeout ', '=', '408 timeout_error'],
    [
      'COMPE-14',
      'resource_conflict',
      '409 invalid_request_error resource_conflict ',
      '=',
      '409 conflict_error',
    ],
    [
      'COMPE-15',
      'model_unavailable',
      '400 invalid_request_error model_unavailable ',
      '=',
      '400 invalid_request_error',
    ],
  ])('%s %s', (_rule, name, chat, responses, messages) => {
    expect(openai(name)).toBe(chat);
    expect(openai(name, {}, 'openai_responses')).toBe(responses === '=' ? chat : responses);
    expect(anthropic(name)).toBe(messages);
  });

  it('COMPE-02 says that waiting does not bring quota back, and COMPE-11 how long to wait for room', () => {
    const quota = render('openai', 'quota_exhausted', { retryAfterSeconds: 9 });
    expect(quota.headers).toEqual({ 'cache-control': 'no-store', 'x-should-retry': 'false' });
    for (const style of ['openai', 'anthropic'] as const)
      expect(render(style, 'overloaded', { retryAfterSeconds: 9 }).headers).toEqual({
        'cache-control': 'no-store',
        'retry-after': '9',
      });
  });

  it('COMPE-10 names the count that is full as clients read it', () => {
    const headers = {
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-seconds': '1',
    };
    expect(render('openai', 'rate_limited', { headers, retryAfterSeconds: 1 }).headers).toEqual({
      'cache-control': 'no-store',
      'retry-after': '1',
      'x-ratelimit-limit-requests': '600',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '1s',
    });
    const tokens = { headers, retryAfterSeconds: 360, vendor: { measure: 'input_tokens' } } as const;
    expect(openai('rate_limited', tokens)).toBe('429 tokens rate_limit_exceeded ');
    expect(render('openai', 'rate_limited', tokens).headers).toMatchObject({
      'x-ratelimit-reset-tokens': '6m0s',
    });
    expect(render('anthropic', 'rate_limited', tokens).headers).toEqual({
      'cache-control': 'no-store',
      'retry-after': '360',
      'anthropic-ratelimit-input-tokens-limit': '600',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2027-01-15T08:06:00Z',
    });
  });

  it('COMPE-06 COMPE-07 Anthropic’s clients find the words they look for, and the path in the message', () => {
    const prompt = { tokens: 300, mostTokens: 200 };
    expect(render('anthropic', 'context_length_exceeded', { vendor: { prompt } }).body).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 300 tokens > 200 maximum' },
      request_id: 'req_1',
    });
    const details = { error_code: 'x' };
    const options = { param: 'system[0]', message: 'No.', vendor: { details } };
    expect(render('anthropic', 'invalid_request', options).body).toMatchObject({
      error: { message: 'system[0]: No.', details },
    });
  });

  it('COMPO-14 COMPR-17 COMPA-19 a broken stream ends in one sentence, of the type of what broke it', () => {
    const late = (style: CompatErrorStyle, name: ErrorName) => {
      const renderer = rendererOf(style)!;
      const { body } = renderer.render(renderer.late!(new ApiError(name)), EXCHANGE);
      const { error } = JSON.parse(body) as { error: { type: string; message: string; code?: string } };
      return [error.type, error.code, error.message];
    };
    const { message } = ERRORS.stream_error;
    expect(late('openai', 'upstream_timeout')).toEqual(['server_error', 'stream_error', message]);
    expect(late('openai_responses', 'upstream_timeout')).toEqual(['server_error', null, message]);
    expect(late('anthropic', 'upstream_timeout')).toEqual(['timeout_error', undefined, message]);
    const refused = ERRORS.output_schema_violation.message;
    expect(late('openai_responses', 'output_schema_violation')[2]).toBe(refused);
    expect(late('anthropic', 'output_schema_violation')[2]).toBe(refused);
  });

  it('COMPE-15 every error of the catalog is one of the vendor’s, and the log keeps our own code', () => {
    for (const name of Object.keys(ERRORS) as ErrorName[])
      for (const style of ['openai', 'openai_responses', 'anthropic'] as const) {
        const { code, status } = render(style, name);
        expect(code).toBe(new ApiError(name).code);
        expect(status).toBeGreaterThanOrEqual(400);
      }
  });

  it('COMPG-01 of endpoints that are switched off nothing shows', () => {
    const closed = compatErrors(() => ({ openai: { ...on, enabled: false }, anthropic: on }));
    expect([closed('openai'), closed('openai_responses')]).toEqual([undefined, undefined]);
    expect(closed('anthropic')).toBeDefined();
  });
});
