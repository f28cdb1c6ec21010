import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RATE_TIERS } from '@svc/contract';
import { createClock } from '#kit';
import { NO_LIMIT } from '#exchange';
import { ModelRates, type ModelCall, type RateTiers } from './model-rates.ts';

function tiers(start: Partial<RateTiers['start']>): RateTiers {
  return { ...RATE_TIERS, custom: RATE_TIERS['4'], start: { ...RATE_TIERS.start, ...start } };
}

function call(more: Partial<ModelCall> = {}): ModelCall {
  const usual = {
    organizationId: 'o',
    workspaceId: 'w',
    model: 'M',
    tier: 'start',
    override: undefined,
    key: undefined,
    inputTokens: 10,
  } as const;
  return { ...usual, ...more };
}

function used(inputTokens: number, outputTokens: number) {
  return { inputTokens, outputTokens, cachedInputTokens: 0, reasoningTokens: 0 };
}

/** What a refusal tells, or undefined. */
function refusal(take: () => unknown): Record<string, unknown> | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    const { options, message } = error as {
      options: { extra: { scope: string }; headers: Record<string, string> };
      message: string;
    };
    const { scope } = options.extra;
    return {
      scope,
      limit: options.headers['x-ratelimit-limit'],
      wait: Number(options.headers['x-ratelimit-reset-seconds']),
      message,
    };
  }
}

describe('rates of a model', () => {
  afterEach(() => void vi.useRealTimers());

  it('LIMIT-15 never pass the limit within any 60 seconds, and free what has aged', async () => {
    const steps = fc.array(
      fc.record({
        advanceMs: fc.integer({ min: 0, max: 20_000 }),
        inputTokens: fc.integer({ min: 0, max: 60 }),
      }),
      {
        minLength: 5,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const clock = createClock();
        const limits = { requests_per_minute: 5, input_tokens_per_minute: 100 };
        const rates = new ModelRates(clock, undefined, tiers(limits));
        const accepted: { atMs: number; inputTokens: number }[] = [];
        for (const { advanceMs, inputTokens } of all) {
          await clock.advance(advanceMs);
          const atMs = clock.monotonicMs();
          const refused = refusal(() => rates.take(call({ inputTokens })));
          const within = (windowMs: number) => accepted.filter((each) => each.atMs > atMs - windowMs);
          const tokens = (list: typeof accepted) => list.reduce((sum, each) => sum + each.inputTokens, 0);
          if (!refused) {
            accepted.push({ atMs, inputTokens });
            expect(within(60_000).length).toBeLessThanOrEqual(5);
            expect(tokens(within(60_000))).toBeLessThanOrEqual(100);
          } else {
            // Counted for a quarter of a second too long at the most, and for the time this test itself takes.
            const counted = within(60_300);
            expect(counted.length >= 5 || tokens(counted) + inputTokens > 100).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('LIMIT-15 count tokens as they were in the end: the prompt corrected, the output added', async () => {
    const clock = createClock();
    const rates = new ModelRates(
      clock,
      undefined,
      tiers({ input_tokens_per_minute: 100, output_tokens_per_minute: 50 }),
    );
    const ticket = await rates.take(call({ inputTokens: 90 }));
    expect(refusal(() => rates.take(call({ inputTokens: 20 })))).toMatchObject({
      limit: '100',
      scope: 'organization',
    });
    ticket.settle(used(30, 49));
    const second = await rates.take(call({ inputTokens: 70 }));
    second.settle(used(70, 1));
    const refused = refusal(() => rates.take(call({ inputTokens: 0 })));
    expect(refused).toMatchObject({ limit: '50' });
    expect(refused!['message']).toContain('50 output tokens per minute for the model "M"');
    await clock.advance(Number(refused!['wait']) * 1000);
    expect(refusal(() => rates.take(call()))).toBeUndefined();
  });

  it('LIMIT-15 D-RATE-4 lose a correction with what it corrects, so that nobody passes the limit by it', async () => {
    const clock = createClock();
    const rates = new ModelRates(clock, undefined, tiers({ input_tokens_per_minute: 1000 }));
    const ticket = await rates.take(call({ inputTokens: 1000 }));
    await clock.advance(55_000);
    ticket.settle(used(100, 1));
    const second = await rates.take(call({ inputTokens: 900 }));
    await clock.advance(6000);
    await rates.take(call({ inputTokens: 100 }));
    expect(refusal(() => rates.take(call({ inputTokens: 1 })))).toMatchObject({ limit: '1000' });
    await clock.advance(61_000);
    await rates.take(call({ inputTokens: 1000 }));
    // What it corrects is no longer counted.
    second.settle(used(0, 1));
    expect(refusal(() => rates.take(call({ inputTokens: 1 })))).toMatchObject({ limit: '1000' });
  });

  it('LIMIT-15 count the output of a call that took longer than a minute, in which nothing else was asked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const clock = createClock();
    const rates = new ModelRates(clock, undefined, tiers({ output_tokens_per_minute: 50 }));
    const ticket = await rates.take(call());
    await clock.advance(70_000);
    // What is not in use is let go of every second.
    vi.advanceTimersByTime(2000);
    ticket.settle(used(10, 50));
    expect(refusal(() => rates.take(call()))).toMatchObject({ limit: '50' });
  });

  it('D-RATE-4 hold a key to its own tokens over all models and texts, before the workspace and the organization', async () => {
    const clock = createClock();
    const rates = new ModelRates(
      clock,
      undefined,
      tiers({ input_tokens_per_minute: 1000, embeddings_tokens_per_minute: 1000 }),
    );
    const limits = { requests: NO_LIMIT, inputTokens: 100, outputTokens: NO_LIMIT };
    const key = { id: 'apikey_1', name: 'robot', limits };
    await rates.take(call({ key, inputTokens: 40 }));
    await rates.take(call({ key, model: 'N', inputTokens: 40 }));
    const text = { organizationId: 'o', tier: 'start', key, inputTokens: 30 } as const;
    expect(refusal(() => rates.takeEmbeddings(text))).toEqual({
      scope: 'api_key',
      limit: '100',
      wait: 61,
      message:
        'The limit of 100 input tokens per minute of the key "robot" is reached. Wait the seconds given in Retry-After and send the request again.',
    });
    expect(refusal(() => rates.take(call({ key, inputTokens: 30 })))).toMatchObject({ scope: 'api_key' });
    // What it was refused counts against nobody, and other keys have their own count.
    expect(refusal(() => rates.take(call({ inputTokens: 960 })))).toBeUndefined();
    expect(refusal(() => rates.take(call({ inputTokens: 1 })))).toMatchObject({ scope: 'organization' });
    expect(refusal(() => rates.takeEmbeddings({ ...text, key: { ...key, id: 'apikey_2' } }))).toBeUndefined();
  });

  it("LIMIT-15 hold a workspace to its own limits, and what it was refused is not counted as the organization's", async () => {
    const clock = createClock();
    const rates = new ModelRates(
      clock,
      undefined,
      tiers({ requests_per_minute: 4, input_tokens_per_minute: 1000 }),
    );
    const override = { requests: 2, inputTokens: NO_LIMIT, outputTokens: NO_LIMIT };
    for (let i = 0; i < 2; i++) await rates.take(call({ override }));
    for (let i = 0; i < 9; i++)
      expect(refusal(() => rates.take(call({ override })))).toMatchObject({ scope: 'workspace', limit: '2' });
    // Two were counted for the organization, so two are left to another workspace.
    for (let i = 0; i < 2; i++) await rates.take(call({ workspaceId: 'other' }));
    expect(refusal(() => rates.take(call({ workspaceId: 'other' })))).toMatchObject({
      scope: 'organization',
      limit: '4',
    });
    // Another model and another organization have their own counts.
    await rates.take(call({ model: 'N' }));
    await rates.take(call({ organizationId: 'p' }));
  });

  it("LIMIT-15 give a workspace's count back when the organization's is full", async () => {
    const clock = createClock();
    const rates = new ModelRates(clock, undefined, tiers({ requests_per_minute: 1 }));
    await rates.take(call({ workspaceId: 'other' }));
    const override = { requests: 1, inputTokens: NO_LIMIT, outputTokens: NO_LIMIT };
    const refused = refusal(() => rates.take(call({ override })));
    expect(refused).toMatchObject({ scope: 'organization' });
    rates.setTiers(tiers({ requests_per_minute: 2 }));
    expect(refusal(() => rates.take(call({ override })))).toBeUndefined();
  });
});
