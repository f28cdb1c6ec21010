import { expect, it } from 'vitest';
import { countTokens } from '#engine';
import { GenerationTally } from './generation-tally.ts';
import { TokenCounter } from './token-counter.ts';

const TEXT = 'several words of prose, '.repeat(1500);
const PROMPT = { turns: [], tools: [], toolChoice: 'auto' } as const;

it('D-89 waits when it closes for a count that follows another', async () => {
  const counter = new TokenCounter();
  const counted: number[] = [];
  const count = (left: number): void =>
    counter.countText('org_a', TEXT, (tokens) => {
      counted.push(tokens);
      if (left > 1) count(left - 1);
    });
  count(3);
  await counter.close();
  expect(counted).toEqual([1, 2, 3].map(() => countTokens(TEXT)));
});

it('counts the reasoning share of a large reply on another thread, never more than its output', async () => {
  const counter = new TokenCounter();
  const tally = new GenerationTally({ ...PROMPT, reasoning: { effort: 'low' } }, 1000);
  tally.addReasoning(TEXT);
  const shares: number[] = [];
  for (const outputTokens of [50_000, 10])
    tally.withReasoning(
      { inputTokens: 1, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 },
      { counter, tenant: 'org_a' },
      ({ reasoningTokens }) => shares.push(reasoningTokens),
    );
  expect(shares).toEqual([]);
  await counter.close();
  expect(shares).toEqual([countTokens(TEXT), 10]);
});
