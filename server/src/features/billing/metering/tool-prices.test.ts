import { expect, it } from 'vitest';
import { ToolPrices } from './tool-prices.ts';

const prices = new ToolPrices({ web_search: '0.01', web_fetch: '0.0000015' });

it('D-85 holds every tool as often as it may be used', () => {
  const most = prices.worstCaseNanos([
    { type: 'svc_web_search', maxUses: 5 },
    { type: 'svc_web_fetch', maxUses: 20 },
  ]);
  expect([most, prices.worstCaseNanos([])]).toEqual([5 * 10_000_000 + 20 * 1500, 0]);
});

it('D-85 charges the tools that ran, and records their prices', () => {
  expect(prices.costNanos({ web_search: 2, web_fetch: 1, mcp: 7 })).toBe(20_001_500);
  expect(prices.costNanos(undefined)).toBe(0);
  expect(prices.of({ web_search: 2, mcp: 1 })).toEqual({ web_search: '0.01' });
});
