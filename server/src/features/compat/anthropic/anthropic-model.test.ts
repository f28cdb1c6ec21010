import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '#config';
import { toAnthropicModel } from './anthropic-model.ts';

const NOW_MS = Date.parse('2026-12-01T00:00:00Z');
const made = (more: object) =>
  toAnthropicModel(
    'a',
    {
      id: 'A',
      created: 0,
      capabilities: { server_tools: [] },
      deprecation: null,
      ...more,
    } as unknown as ModelConfig,
    NOW_MS,
  ) as Record<string, unknown>;

describe('a model', () => {
  it.each([
    [null, 'active', null, null],
    [['2026-12-02T00:00:00Z', '2027-01-01T00:00:00Z'], 'active', '2026-12-02', '2027-01-01'],
    [['2026-11-01T00:00:00+02:00', '2027-01-01T00:00:00Z'], 'deprecated', '2026-10-31', '2027-01-01'],
    [['2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z'], 'retired', '2026-01-01', '2026-12-01'],
  ])('COMPA-18 whose retirement is %j is %s', (moments, lifecycle, deprecatedAt, retiresAt) => {
    const [announced_at, retires_at] = moments ?? [];
    const model = made({ deprecation: moments && { announced_at, retires_at, replacement: null } });
    expect(model['lifecycle']).toBe(lifecycle);
    const dates = [model['deprecated_at'], model['retires_at']].map(
      (at) => (at as string | null)?.slice(0, 10) ?? null,
    );
    expect(dates).toEqual([deprecatedAt, retiresAt]);
  });
});
