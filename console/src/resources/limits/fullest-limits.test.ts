import { describe, expect, it } from 'vitest';
import type { SpendLimit } from '@svc/contract';
import { fullestLimits } from './fullest-limits.ts';
import type { RateUse } from './rate-meter.tsx';

const rate = (used: number, limit: number): RateUse => ({
  scope: 'organization',
  measure: 'requests',
  model: 'A',
  limit_per_minute: limit,
  used,
});

const spend = (spent: string, limit: string): SpendLimit => ({
  id: `spl_${spent}`,
  type: 'spend_limit',
  scope: { type: 'organization' },
  limit_usd: limit,
  period: 'month',
  spent_usd: spent,
  resets_at: '2026-12-01T00:00:00Z',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
});

describe('the fullest limits', () => {
  it('come first whatever they limit, and those that are not used do not come', () => {
    const [most, some, idle] = [rate(120, 100), rate(9, 90), rate(0, 5)];
    const [half, nothing, unspent] = [spend('5.00', '10.00'), spend('0.00', '0.00'), spend('0.00', '1.00')];
    const use = { data: [some, idle, most], spend_limits: [half, nothing, unspent] };
    expect(fullestLimits(use, 3)).toEqual([{ rate: most }, { spend: nothing }, { spend: half }]);
    expect(fullestLimits(use, 9)).toHaveLength(4);
  });
});
