import type { Billing } from '@svc/contract';

/** Who pays for the next call: the plan while all its windows have room, then credits while there are some. */
export function payerOf({ windows, credits }: Billing): 'plan' | 'credits' | 'nobody' {
  if (windows.every(({ used_tokens: used, limit_tokens: limit }) => used < limit)) return 'plan';
  return credits.enabled && Number(credits.balance_usd) > 0 ? 'credits' : 'nobody';
}
