import { describe, expect, it } from 'vitest';
import type { Billing } from '@svc/contract';
import { payerOf } from './payer-of.ts';

function billing(usedTokens: number, credits: Billing['credits']): Billing {
  const window = { used_tokens: 10, limit_tokens: 100, resets_at: null };
  return {
    type: 'billing',
    plan: { id: 'pro', is_paid: true, monthly_tokens: 100 },
    status: 'active',
    subscribed_at: '2026-11-01T00:00:00Z',
    windows: [
      { ...window, kind: 'monthly' },
      { ...window, kind: 'weekly', used_tokens: usedTokens },
      { ...window, kind: 'session' },
    ],
    credits,
    manual_payments: 'off',
  };
}

describe('who pays for the next call', () => {
  const [some, none, off] = [
    { enabled: true, balance_usd: '0.01' },
    { enabled: true, balance_usd: '-0.2' },
    { enabled: false, balance_usd: '5.00' },
  ];

  it('is the plan until one of its windows is full, then credits while they are on and there are some', () => {
    expect(payerOf(billing(99, some))).toBe('plan');
    expect(payerOf(billing(100, some))).toBe('credits');
    expect(payerOf(billing(161, none))).toBe('nobody');
    expect(payerOf(billing(161, off))).toBe('nobody');
  });
});
