import { ERRORS } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { errorOfCall } from './error-of-call.ts';

describe('what the catalog says of a failed call', () => {
  const messageOf = (error_code: string | null, status: number | null) =>
    errorOfCall({ error_code, status })?.message;

  it('is the sentence of its code and status', () => {
    expect(messageOf('capacity_busy', 429)).toBe(ERRORS.capacity_busy.message);
    expect(messageOf('capacity_busy', 503)).toBe(ERRORS.capacity_unreachable.message);
  });

  it('is that of its code for a stream that broke off with status 200', () => {
    expect(messageOf('upstream_error', 200)).toBe(ERRORS.upstream_error.message);
  });

  it('is nothing without a code, or for one that is not known', () => {
    expect(messageOf(null, 499)).toBeUndefined();
    expect(messageOf('of_tomorrow', 400)).toBeUndefined();
  });
});
