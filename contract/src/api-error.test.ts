import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { ERRORS } from './errors.ts';

describe('ApiError', () => {
  it('takes status, code and message from the catalog', () => {
    const error = new ApiError('capacity_unreachable');
    expect([error.status, error.code, error.message]).toEqual([
      503,
      'capacity_busy',
      ERRORS.capacity_unreachable.message,
    ]);
  });

  it('lets the thrower replace the sentence and keep the cause for the log', () => {
    const cause = new Error('refused');
    const error = new ApiError('invalid_request', { message: 'The role must be user.', cause });
    expect([error.message, error.cause]).toEqual(['The role must be user.', cause]);
  });

  it('types the extra fields by the catalog', () => {
    const { extra } = new ApiError('payload_too_large', { extra: { max_bytes: 2_000_000 } }).options;
    expect(extra).toEqual({ max_bytes: 2_000_000 });
    // @ts-expect-error a field no code has
    expect(new ApiError('payload_too_large', { extra: { maximum: 1 } }).options.extra).toEqual({
      maximum: 1,
    });
  });
});
