import { describe, expect, it } from 'vitest';
import { EngineFault } from './events.ts';
import { faultToError } from './fault-to-error.ts';

describe('faultToError', () => {
  it.each([
    [401, 500, 'server_misconfigured'],
    [403, 500, 'server_misconfigured'],
    [404, 500, 'server_misconfigured'],
    [400, 400, 'invalid_request'],
    [422, 400, 'invalid_request'],
    [413, 413, 'payload_too_large'],
    [418, 400, 'invalid_request'],
    [429, 429, 'model_busy'],
    [500, 502, 'upstream_error'],
    [502, 502, 'upstream_error'],
    [507, 502, 'upstream_error'],
    [503, 503, 'temporarily_unavailable'],
    [529, 503, 'temporarily_unavailable'],
    [302, 502, 'upstream_error'],
    [204, 502, 'upstream_error'],
  ])(
    'CHAT-80 ERR-13 ERR-14 ERR-32 LIMIT-19 an engine status %i becomes %i %s',
    (engineStatus, status, code) => {
      expect(faultToError(new EngineFault('status', { status: engineStatus }))).toMatchObject({
        status,
        code,
      });
    },
  );

  it.each([
    ['unreachable', 502, 'upstream_unavailable'],
    ['timeout', 504, 'upstream_timeout'],
    ['broken', 502, 'upstream_error'],
    ['busy', 429, 'model_busy'],
  ] as const)('ERR-28 ERR-29 a fault %s becomes %i %s', (kind, status, code) => {
    const fault = new EngineFault(kind);
    expect(faultToError(fault)).toMatchObject({ status, code, cause: fault });
  });

  it.each([
    [undefined, 5],
    [0, 1],
    [0.2, 1],
    [7, 7],
    [3600, 60],
    [Number.POSITIVE_INFINITY, 5],
  ])('D-17 model_busy clamps the hint %s to %i', (hint, seconds) => {
    const details = hint === undefined ? { status: 429 } : { status: 429, retryAfterSeconds: hint };
    expect(faultToError(new EngineFault('status', details)).options.retryAfterSeconds).toBe(seconds);
  });

  it.each([
    [503, undefined, 5],
    [503, 7.2, 8],
    [529, 3600, 60],
    [503, 0, 1],
  ])('D-17 a %i with the hint %s says %i', (status, retryAfterSeconds, seconds) => {
    expect(faultToError(new EngineFault('status', { status, retryAfterSeconds })).retryAfterSeconds).toBe(
      seconds,
    );
  });

  it('D-ENG-9 a spent quota is waited for as long as may be said', () => {
    const fault = (reason: 'quota' | 'account' | 'throttled') =>
      new EngineFault('status', { status: 429, refusal: { reason } });
    expect(
      (['quota', 'account', 'throttled'] as const).map((reason) => {
        const { code, retryAfterSeconds } = faultToError(fault(reason));
        return [code, retryAfterSeconds];
      }),
    ).toEqual([
      ['model_busy', 60],
      ['model_busy', 60],
      ['model_busy', 5],
    ]);
  });

  it.each([
    ['context_length', 400, 'context_length_exceeded'],
    ['output_ceiling', 400, 'context_length_exceeded'],
    ['images', 400, 'invalid_request'],
    ['size', 413, 'payload_too_large'],
    ['content_filter', 400, 'invalid_request'],
    ['account', 500, 'server_misconfigured'],
    ['credential', 500, 'server_misconfigured'],
    ['model', 500, 'server_misconfigured'],
    ['quota', 429, 'model_busy'],
    ['throttled', 429, 'model_busy'],
    ['overloaded', 503, 'temporarily_unavailable'],
    ['timeout', 504, 'upstream_timeout'],
  ] as const)('an error about %s becomes %i %s, whatever its status', (reason, status, code) => {
    for (const engineStatus of [400, 413, 422, 500])
      expect(
        faultToError(new EngineFault('status', { status: engineStatus, refusal: { reason } })),
      ).toMatchObject({ status, code });
  });

  it('names a field that callers know, and no other', () => {
    const fault = (parameters: string[]) =>
      new EngineFault('status', { status: 400, refusal: { reason: 'parameter', parameters } });
    const known = faultToError(fault(['max_tokens', 'temperature']));
    expect([known.code, known.options.param]).toEqual(['unsupported_parameter', 'temperature']);
    const unknown = faultToError(fault(['stream_options']));
    expect([unknown.code, unknown.options.param]).toEqual(['invalid_request', undefined]);
  });

  it('D-17 every other status ignores the hint', () => {
    for (const status of [400, 500]) {
      expect(
        faultToError(new EngineFault('status', { status, retryAfterSeconds: 9 })).options.retryAfterSeconds,
      ).toBeUndefined();
    }
  });
});
