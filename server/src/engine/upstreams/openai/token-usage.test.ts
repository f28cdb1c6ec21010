import { describe, expect, it } from 'vitest';
import { UsageCount } from '../http/usage-count.ts';
import { readTimings, readUsage } from './token-usage.ts';

function counted(...said: unknown[]) {
  const count = new UsageCount();
  for (const usage of said) count.add(readUsage(usage));
  return count;
}

describe('readUsage', () => {
  it('reads the counts and their details', () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      total_tokens: 14,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    expect(counted(usage).usage).toEqual({
      inputTokens: 9,
      cachedInputTokens: 4,
      outputTokens: 5,
      reasoningTokens: 2,
    });
    expect(counted({ prompt_tokens: 1, completion_tokens: 0, prompt_tokens_details: null }).usage).toEqual({
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
    });
  });

  it.each([
    ['hits and misses', { prompt_tokens: 9, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 }],
    ['hits and misses alone', { prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 }],
    ['cached tokens at the top', { prompt_tokens: 9, cached_tokens: 4 }],
    [
      'an empty detail beside',
      { prompt_tokens: 9, cached_tokens: 4, prompt_tokens_details: { cached_tokens: 0 } },
    ],
    ['the other protocol’s words', { input_tokens: 9, input_tokens_details: { cached_tokens: 4 } }],
    ['a proxy’s words', { prompt_tokens: 9, cache_read_input_tokens: 4 }],
    ['the total', { prompt_tokens_details: { cached_tokens: 4 }, total_tokens: 14 }],
  ])('BILL-08 reads cached tokens by %s', (_name, prompt) => {
    expect(counted({ ...prompt, completion_tokens: 5 }).usage).toMatchObject({
      inputTokens: 9,
      cachedInputTokens: 4,
      outputTokens: 5,
    });
  });

  it('includes reasoning in the output where the server leaves it out', () => {
    const completion_tokens_details = { reasoning_tokens: 94 };
    const usage = { prompt_tokens: 32, completion_tokens: 9, total_tokens: 135, completion_tokens_details };
    expect(counted(usage).usage).toMatchObject({ outputTokens: 103, reasoningTokens: 94 });
    const within = {
      prompt_tokens: 32,
      completion_tokens: 103,
      total_tokens: 135,
      completion_tokens_details,
    };
    expect(counted(within).usage).toMatchObject({ outputTokens: 103, reasoningTokens: 94 });
  });

  it('reads the timings of a prompt that is known with its cached part', () => {
    expect(readTimings({ cache_n: 200, prompt_n: 7, predicted_n: 5 })).toEqual({
      input: 207,
      cached: 200,
      output: 5,
    });
    expect(readTimings({ prompt_n: 7, predicted_n: 5 })).toEqual({ output: 5 });
  });

  it.each([
    [null, 0, undefined],
    ['9', 0, undefined],
    [{}, 0, undefined],
    [{ prompt_tokens: 9 }, 9, undefined],
    [{ prompt_tokens: -1, completion_tokens: 2 }, 0, 2],
    [{ prompt_tokens: 1, completion_tokens: -2 }, 1, undefined],
    [{ prompt_tokens: 1.5, completion_tokens: 2 }, 0, 2],
    [{ prompt_tokens: '9.0', completion_tokens: 2 }, 0, 2],
    [{ prompt_tokens: 'many', completion_tokens: '2' }, 0, 2],
    [{ prompt_tokens: 1e300, completion_tokens: 2 }, 0, 2],
    [{ prompt_tokens: 5, completion_tokens: 1_000_000_000_000 }, 5, undefined],
    [{ prompt_tokens: 0, completion_tokens: 0 }, 0, 0],
  ])('keeps of %j only what can be a count', (usage, inputTokens, outputTokens) => {
    const count = counted(usage);
    expect([count.inputTokens, count.outputTokens, count.usage]).toEqual([
      inputTokens,
      outputTokens,
      undefined,
    ]);
  });

  it('drops implausible details', () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: -1 },
    };
    expect(counted(usage).usage).toMatchObject({ cachedInputTokens: 0, reasoningTokens: 0 });
  });
});

describe('UsageCount', () => {
  it('D-ENG-16 takes the larger of two counts of one reply', () => {
    const large = { prompt_tokens: 2000, completion_tokens: 9, cached_tokens: 800 };
    const small = { prompt_tokens: 0, completion_tokens: 3, cached_tokens: 0 };
    for (const said of [
      [large, small],
      [small, large],
      [large, null],
      [large, {}, small],
    ])
      expect(counted(...said).usage).toEqual({
        inputTokens: 2000,
        cachedInputTokens: 800,
        outputTokens: 9,
        reasoningTokens: 0,
      });
  });
});
