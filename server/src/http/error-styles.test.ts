import { describe, expect, it } from 'vitest';
import { ApiError, type ErrorBody } from '@svc/contract';
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
