import { HEADERS } from '../names.ts';
import type { ErrorRows } from './entry.ts';

/** Allowances used up and rates exceeded (inference contract §7.3 and §8). None of them charges anything. */
export const LIMIT_ERRORS = {
  quota_exhausted: {
    status: 402,
    when: 'Neither the plan allowance nor the usage credits can pay for the request; `limit` says which ran out.',
    message:
      'The plan allowance and credits cannot pay for this request. Wait until resets_at, add credits or upgrade the plan.',
    extra: ['limit', 'resets_at', 'upgrade_url', 'add_credit_url'],
  },
  quota_exceeded: {
    status: 402,
    when: 'Desktop: the monthly tokens of the Free plan are used up.',
    message: 'The monthly tokens of the Free plan are used up. Upgrade the plan or wait for the next month.',
    extra: ['action_url'],
  },
  rate_limited: {
    status: 429,
    when: 'More requests or tokens per minute than allowed; carries the `X-RateLimit-*` headers.',
    message:
      'Too many requests in a short time. Wait the seconds given in Retry-After and send the request again.',
    extra: ['scope', 'retry_after_seconds'],
    // The width of the counting window: longer than any true wait, so a thrower that knows no better is never too early.
    retryAfterSeconds: 60,
  },
  model_busy: {
    status: 429,
    when: 'The model service is limiting requests.',
    message:
      'The model is busy at the moment. Wait the seconds given in Retry-After and send the request again.',
    retryAfterSeconds: 5,
  },
  capacity_busy: {
    status: 429,
    when: "The organization already uses its share of the model's capacity. Nothing was charged.",
    message:
      'No capacity is free for this model right now. Wait the seconds given in Retry-After and send the request again.',
    extra: ['retry_after_seconds'],
    retryAfterSeconds: 2,
    headers: { [HEADERS.capacityBusy]: '1' },
  },
  concurrent_request: {
    status: 429,
    when: 'Desktop: another reply is still running for a Free workspace.',
    message: 'Another reply is still running. Wait until it ends and send the request again.',
    retryAfterSeconds: 5,
  },
} as const satisfies ErrorRows;
