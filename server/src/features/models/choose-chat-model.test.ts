import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '#config';
import type { Credential } from '#exchange';
import { chooseChatModel } from './choose-chat-model.ts';
import { ModelCatalog } from './model-catalog.ts';

const model = (id: string, more: Partial<ModelConfig> = {}): ModelConfig =>
  ({
    id,
    kind: 'chat',
    default: false,
    created: 1,
    zero_data_retention: true,
    deprecation: null,
    ...more,
  }) as ModelConfig;

const catalog = new ModelCatalog({
  models: [
    model('Standard', { default: true }),
    model('Code'),
    model('Premium'),
    model('Retained', { zero_data_retention: false }),
    model('Retired', {
      deprecation: {
        announced_at: '2026-01-01T00:00:00Z',
        retires_at: '2026-02-01T00:00:00Z',
        replacement: null,
      },
    }),
    model('Embed', { kind: 'embedding' }),
  ],
  plans: [
    {
      id: 'pro',
      paid: true,
      monthly_tokens: 1,
      models: ['Code', 'Retained', 'Retired', 'Embed'],
      tier: 'start',
    },
  ],
});

const view = (more: Partial<Credential> = {}, allowed: ReadonlySet<string> | null = null) => ({
  catalog,
  credential: { plan: 'pro', zeroDataRetention: false, ...more } as Credential,
  allowed,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
});
const fallback = {
  unknownModel: 'fallback',
  withoutRetentionModel: 'model_unavailable',
  upgradeUrl: 'https://x.test/upgrade',
} as const;
const error = { ...fallback, unknownModel: 'error' } as const;

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (cause) {
    if (cause instanceof ApiError) return cause.code;
    throw cause;
  }
  return 'none';
};

describe('chooseChatModel', () => {
  it.each([
    [undefined, 'Standard', false],
    ['Standard', 'Standard', false],
    ['Code', 'Code', false],
    ['nope', 'Standard', false],
    ['code', 'Standard', false],
    ['Embed', 'Standard', false],
    ['Retired', 'Standard', false],
    ['Premium', 'Standard', true],
  ])('CHAT-06 CHAT-72 CHAT-73 CHAT-74 answers %s with %s, downgraded %s', (requested, id, downgraded) => {
    const choice = chooseChatModel(view(), requested, fallback);
    expect([choice.model.id, choice.downgraded]).toEqual([id, downgraded]);
  });

  it('CHAT-76 CHAT-77 CHAT-78 refuses unknown and excluded names once the pending change is switched on', () => {
    expect(codeOf(() => chooseChatModel(view(), 'nope', error))).toBe('model_not_found');
    expect(codeOf(() => chooseChatModel(view(), 'Retired', error))).toBe('model_not_found');
    expect(codeOf(() => chooseChatModel(view(), 'Premium', error))).toBe('model_not_in_plan');
    expect(chooseChatModel(view(), 'Code', error)).toMatchObject({ downgraded: false });
  });

  it('CHAT-75 refuses a model that keeps data for an organization that keeps none', () => {
    expect(codeOf(() => chooseChatModel(view({ zeroDataRetention: true }), 'Retained', fallback))).toBe(
      'model_unavailable',
    );
  });

  it('MODEL-19 treats a model closed to the workspace as unknown, and says so when that is the default', () => {
    expect(chooseChatModel(view({}, new Set(['Standard'])), 'Code', fallback)).toMatchObject({
      downgraded: false,
      model: { id: 'Standard' },
    });
    expect(codeOf(() => chooseChatModel(view({}, new Set(['Code'])), undefined, fallback))).toBe('forbidden');
  });
});
