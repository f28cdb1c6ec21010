import { describe, expect, it } from 'vitest';
import { decideOutcome, type LineResponse, type OutcomeRules } from './decide-outcome.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const HOUR_MS = 3_600_000;
const rules = (more: Partial<OutcomeRules> = {}): OutcomeRules => ({
  attempts: 0,
  mostAttempts: 5,
  nowMs: NOW,
  expiresAtMs: NOW + 24 * HOUR_MS,
  mayBeHeldUp: false,
  ...more,
});
const response = (status: number, error: object = {}, retryAfterSeconds?: number): LineResponse => ({
  status,
  error: { code: 'some_code', ...error },
  retryAfterSeconds,
});
const inHours = (hours: number): string => new Date(NOW + hours * HOUR_MS).toISOString();

describe('the outcome of a line', () => {
  it('BATCH-09 is its result, unless a retry may help', () => {
    expect(decideOutcome(response(200), rules())).toEqual({ type: 'succeeded' });
    for (const status of [400, 401, 403, 404, 413, 422])
      expect(decideOutcome(response(status), rules())).toEqual({
        type: 'errored',
        code: 'some_code',
        lacksCredits: false,
      });
  });

  it('D-BATCH-7 is a retry after 429, 5xx and timeouts, with back-off and not before Retry-After', () => {
    const pauses = [0, 1, 2, 3].map((attempts) => {
      const outcome = decideOutcome(response(500), rules({ attempts }));
      return outcome.type === 'retry' && outcome.counts ? outcome.dueAtMs - NOW : undefined;
    });
    expect(pauses).toEqual([5000, 20_000, 80_000, 320_000]);
    for (const status of [408, 429, 500, 502, 503, 504, 507])
      expect(decideOutcome(response(status), rules())).toMatchObject({
        type: 'retry',
        isBusy: status === 429 || status === 503,
      });
    expect(decideOutcome(response(429, {}, 60), rules())).toMatchObject({ dueAtMs: NOW + 60_000 });
    expect(decideOutcome(response(503), rules({ attempts: 4 }))).toMatchObject({ type: 'errored' });
  });

  it('D-BATCH-7 waits for a plan window that resets within the window of the batch, without counting an attempt', () => {
    expect(decideOutcome(response(402, { limit: 'session', resets_at: inHours(5) }), rules())).toEqual({
      type: 'retry',
      dueAtMs: NOW + 5 * HOUR_MS,
      isBusy: false,
      counts: false,
      holdsBatch: true,
    });
    for (const resets_at of [inHours(24), inHours(48), null])
      expect(decideOutcome(response(402, { limit: 'weekly', resets_at }), rules())).toMatchObject({
        type: 'errored',
        lacksCredits: false,
      });
  });

  it('D-86 D-87 waits for other lines when they may hold the missing credits', () => {
    for (const limit of ['spend_limit', 'no_credits']) {
      expect(decideOutcome(response(402, { limit, resets_at: null }), rules({ mayBeHeldUp: true }))).toEqual({
        type: 'held_up',
      });
      expect(decideOutcome(response(402, { limit, resets_at: null }), rules())).toMatchObject({
        type: 'errored',
        lacksCredits: true,
      });
    }
    expect(
      decideOutcome(response(402, { limit: 'monthly', resets_at: null }), rules({ mayBeHeldUp: true })).type,
    ).toBe('errored');
  });

  it('D-BATCH-5 is an error without a code if none is known', () => {
    expect(decideOutcome({ status: 400, error: {}, retryAfterSeconds: undefined }, rules())).toMatchObject({
      type: 'errored',
      code: null,
    });
  });
});
