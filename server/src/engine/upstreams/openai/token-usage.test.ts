import { describe, expect, it } from 'vitest';
import { readUsage } from './token-usage.ts';

describe('readUsage', () => {
  it('reads the counts and their details', () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      total_tokens: 14,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    expect(readUsage(usage)).toEqual({
      inputTokens: 9,
      cachedInputTokens: 4,
      outputTokens: 5,
      reasoningTokens: 2,
    });
    expect(readUsage({ prompt_tokens: 1, completion_tokens: 0, prompt_tokens_details: null })).toEqual({
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
    });
  });

  it.each([
    [null],
    ['9'],
    [{}],
    [{ prompt_tokens: 9 }],
    [{ prompt_tokens: -1, completion_tokens: 2 }],
    [{ prompt_tokens: 1, completion_tokens: -2 }],
    [{ prompt_tokens: 1.5, completion_tokens: 2 }],
    [{ prompt_tokens: '9', completion_tokens: 2 }],
    [{ prompt_tokens: 1e300, completion_tokens: 2 }],
    [{ prompt_tokens: 5, completion_tokens: 1_000_000_000_000 }],
    [{ prompt_tokens: 0, completion_tokens: 0 }],
  ])('treats %j as not reported', (usage) => {
    expect(readUsage(usage)).toBeUndefined();
  });

  it('drops implausible details', () => {
    const usage = {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: -1 },
    };
    expect(readUsage(usage)).toMatchObject({ cachedInputTokens: 0, reasoningTokens: 0 });
  });
});
