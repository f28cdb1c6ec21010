import { describe, expect, it } from 'vitest';
import { ApiError, ERRORS, type ErrorBody, type ErrorName } from '@svc/contract';
import type { Exchange } from '#exchange';
import { createLog } from '#kit';
import { createErrorRendering } from './create-error-rendering.ts';
import { ERROR_STYLES, type OwnErrorStyle } from './error-styles.ts';

const ID = 'req_1';
const exchangeOf = (errorStyle: OwnErrorStyle, betas: readonly string[] = []) =>
  ({ requestId: ID, operation: { errorStyle }, betas }) as unknown as Exchange;

function bodyOf(style: OwnErrorStyle, error: ApiError, betas?: readonly string[]): ErrorBody {
  return JSON.parse(ERROR_STYLES[style].render(error, exchangeOf(style, betas)).body) as ErrorBody;
}

const STYLES = ['standard', 'chat', 'messages'] as const;
const TYPES: Readonly<Record<number, string>> = {
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
const waits = (status: number): boolean => status === 429 || status === 503;

describe.each(STYLES)('every error of the catalog in the style %s', (style) => {
  it.each(Object.keys(ERRORS) as ErrorName[])(
    'ERR-01 ERR-02 ERR-04 ERR-07 ERR-08 ERR-09 ERR-25 D-17 D-ERR-1 %s has the envelope, and says how long to wait twice or never',
    (name) => {
      const { status, code, body, headers } = ERROR_STYLES[style].render(
        new ApiError(name),
        exchangeOf(style),
      );
      const { error, ...beside } = JSON.parse(body) as ErrorBody;
      const sent = new Map(
        headers.flatMap((header, i) => (i % 2 ? [] : [[header, headers[i + 1]] as const])),
      );
      expect([status, code]).toEqual([ERRORS[name].status, ERRORS[name].code]);
      const {
        retry_after: seconds,
        retry_after_seconds: repeated,
        ...rest
      } = error as Record<string, unknown>;
      expect(rest).toEqual({
        type: TYPES[status],
        code,
        message: ERRORS[name].message,
        param: null,
        request_id: ID,
      });
      expect(beside).toEqual(style === 'messages' ? { request_id: ID } : {});
      expect(sent.get('cache-control')).toBe('no-store');
      expect([typeof seconds, sent.get('retry-after')]).toEqual(
        waits(status) ? ['number', String(seconds)] : ['undefined', undefined],
      );
      if (repeated !== undefined) expect(repeated).toBe(seconds);
    },
  );
});

describe('error styles', () => {
  it('ERR-06 D-16 D-33 chat names fields only with its extensions, and headers always', () => {
    const paramOf = (param: string, betas?: readonly string[]) =>
      bodyOf('chat', new ApiError('model_not_found', { param }), betas).error.param;
    expect([paramOf('model'), paramOf('model', ['chat-extensions-2026-12-01']), paramOf('svc-beta')]).toEqual(
      [null, 'model', 'svc-beta'],
    );
    expect(bodyOf('standard', new ApiError('model_not_found', { param: 'model' })).error.param).toBe('model');
  });

  it('D-20 messages repeats the request id next to the error, and no other style does', () => {
    const repeated = (style: OwnErrorStyle) => bodyOf(style, new ApiError('model_not_found')).request_id;
    expect([repeated('messages'), repeated('chat'), repeated('standard'), repeated('oauth')]).toEqual([
      ID,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('D-68 oauth is flat', () => {
    expect(bodyOf('oauth', new ApiError('rate_limited'))).toMatchObject({ error: 'slow_down' });
  });

  it('D-14 D-30 a broken stream ends with stream_error on chat, and with the specific error on messages', () => {
    const rendering = createErrorRendering(createLog('silent'), (cause) => cause as ApiError);
    const late = (style: OwnErrorStyle) =>
      (JSON.parse(rendering.late(exchangeOf(style), new ApiError('upstream_timeout'))) as ErrorBody).error
        .code;
    expect([late('chat'), late('messages')]).toEqual(['stream_error', 'upstream_timeout']);
  });
});
