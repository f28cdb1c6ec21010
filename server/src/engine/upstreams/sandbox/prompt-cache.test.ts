import { describe, expect, it } from 'vitest';
import { PromptCache } from './prompt-cache.ts';

const LIMITS = { minTokens: 1024, stepTokens: 128, idleMs: 600_000 };
const LONG = 'word '.repeat(2000);
const TOKENS = 2500;

describe('D-43 PromptCache', () => {
  it('recognizes a prefix the second time, in whole steps', () => {
    const cache = new PromptCache(LIMITS);
    expect(cache.cachedTokens('a', [LONG, 'first question'], TOKENS, 0)).toBe(0);
    const again = cache.cachedTokens('a', [LONG, 'another question'], TOKENS, 1);
    expect([again % 128, again > 2300, again <= TOKENS]).toEqual([0, true, true]);
  });

  it('does not cache short prompts, and never reports more tokens than there are', () => {
    const cache = new PromptCache(LIMITS);
    for (const tokens of [1023, 1100]) {
      cache.cachedTokens('a', [LONG], tokens, 0);
      expect(cache.cachedTokens('a', [LONG], tokens, 0)).toBe(tokens < 1024 ? 0 : 1024);
    }
  });

  it('counts a last step that the prompt just fills', () => {
    const cache = new PromptCache(LIMITS);
    // A character that ends the text, and four to a token.
    const prompt = ['x'.repeat(4 * 1024 - 1)];
    cache.cachedTokens('a', prompt, 1024, 0);
    expect(cache.cachedTokens('a', prompt, 1024, 0)).toBe(1024);
  });

  it('stops at the first difference', () => {
    const cache = new PromptCache(LIMITS);
    cache.cachedTokens('a', [LONG], TOKENS, 0);
    expect(cache.cachedTokens('a', [`x${LONG}`], TOKENS, 0)).toBe(0);
    const half = LONG.slice(0, 6000);
    const cached = cache.cachedTokens('a', [`${half}${'other '.repeat(1000)}`], TOKENS, 0);
    expect(cached).toBeGreaterThan(1024);
    expect(cached).toBeLessThanOrEqual(1500);
  });

  it('reveals nothing about other tenants', () => {
    const cache = new PromptCache(LIMITS);
    cache.cachedTokens('a', [LONG], TOKENS, 0);
    expect(cache.cachedTokens('b', [LONG], TOKENS, 0)).toBe(0);
    expect(cache.cachedTokens('a', [LONG], TOKENS, 0)).toBeGreaterThan(0);
  });

  it('forgets after ten minutes without use', () => {
    const cache = new PromptCache(LIMITS);
    cache.cachedTokens('a', [LONG], TOKENS, 0);
    expect(cache.cachedTokens('a', [LONG], TOKENS, 599_999)).toBeGreaterThan(0);
    expect(cache.cachedTokens('a', [LONG], TOKENS, 1_199_998)).toBeGreaterThan(0);
    expect(cache.cachedTokens('a', [LONG], TOKENS, 1_799_999)).toBe(0);
  });
});
