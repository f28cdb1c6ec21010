import { describe, expect, it } from 'vitest';
import type { TokenUsage } from '#engine';
import { maxPromptTokens } from '#engine';
import { GenerationTally } from './generation-tally.ts';
import { judgeCount } from './judge-count.ts';

const WINDOW = 100_000;
const MAX_OUTPUT = 500;
const PROMPT_BYTES = 40;
const PROMPT_TOKENS = 20;
const ADDED = 1024;
const PROMPT = { turns: [], tools: [], toolChoice: 'auto' } as const;
const USAGE: TokenUsage = {
  inputTokens: 8,
  cachedInputTokens: 3,
  cacheWriteTokens: 2,
  outputTokens: 6,
  reasoningTokens: 1,
};

interface Given {
  readonly said: Partial<TokenUsage>;
  readonly partial?: boolean;
  readonly text?: string;
  readonly reasons?: boolean;
  readonly window?: number;
  readonly promptTokens?: number;
}

function judge({ said, partial = false, text = '', reasons = false, window = WINDOW, ...more }: Given) {
  const tally = new GenerationTally(PROMPT, MAX_OUTPUT);
  tally.output.add(text);
  const usage = { ...USAGE, ...said };
  if (partial) tally.partial = { type: 'partial_usage', ...usage, cacheWriteTokens: 2 };
  else tally.measured = usage;
  const model = { contextWindow: window, config: { capabilities: { reasoning: reasons } } };
  return judgeCount(tally, {
    model,
    promptBytes: PROMPT_BYTES,
    promptTokens: PROMPT_TOKENS,
    ...more,
  } as never);
}

describe('D-89 the count of an engine', () => {
  it('is believed as it is, and partly known before the end', () => {
    expect(judge({ said: {} })).toEqual({ ...USAGE, isImplausible: false });
    expect(judge({ said: {}, partial: true })).toEqual({
      ...USAGE,
      reasoningTokens: 0,
      isImplausible: false,
    });
    expect(judge({ said: { inputTokens: 0, outputTokens: 0 }, partial: true })).toMatchObject({
      inputTokens: undefined,
      outputTokens: undefined,
      isImplausible: false,
    });
    expect(judge({ said: { inputTokens: 1, outputTokens: 1 }, partial: true })).toMatchObject({
      inputTokens: 1,
      outputTokens: 1,
    });
    expect(judge({ said: { inputTokens: 0, outputTokens: 0 } })).toMatchObject({
      inputTokens: 0,
      outputTokens: 0,
    });
    const { cacheWriteTokens: _, ...without } = USAGE;
    const tally = new GenerationTally(PROMPT, MAX_OUTPUT);
    expect(judgeCount(tally, {} as never)).toEqual({
      inputTokens: undefined,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: undefined,
      reasoningTokens: 0,
      isImplausible: false,
    });
    tally.measured = without;
    const model = { contextWindow: WINDOW, config: { capabilities: {} } };
    expect(judgeCount(tally, { model, promptBytes: PROMPT_BYTES } as never).cacheWriteTokens).toBe(0);
  });

  const most = maxPromptTokens(PROMPT);
  it.each<[string, Given, boolean]>([
    ['the bytes of the prompt', { said: { inputTokens: PROMPT_BYTES }, promptTokens: 0 }, true],
    ['four times our own count', { said: { inputTokens: 4 * most }, promptTokens: most }, true],
    ['more than four times', { said: { inputTokens: 4 * most + 1 }, promptTokens: most }, false],
    ['what the texts can have', { said: { inputTokens: most } }, true],
    ['more than the texts', { said: { inputTokens: most + 1 } }, false],
    ['the window', { said: { inputTokens: 30 }, window: 30 }, true],
    ['more than the window', { said: { inputTokens: 31 }, window: 30 }, false],
  ])('of input that is %s is believed: %#', (_, given, isBelieved) => {
    const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, isImplausible } = judge(given);
    expect(isImplausible).toBe(!isBelieved);
    expect([inputTokens, cachedInputTokens, cacheWriteTokens]).toEqual(
      isBelieved ? [given.said.inputTokens, 3, 2] : [undefined, 0, 0],
    );
    // The other half of the count stands.
    expect(outputTokens).toBe(6);
  });

  const none = { reasoningTokens: 0 };
  it.each<[string, Given, boolean]>([
    ['the text and what no text shows', { said: { ...none, outputTokens: ADDED + 4 }, text: 'four' }, true],
    ['more than that', { said: { ...none, outputTokens: ADDED + 5 }, text: 'four' }, false],
    ['that beside reasoning', { said: { reasoningTokens: 9, outputTokens: ADDED + 9 } }, true],
    ['more beside reasoning', { said: { reasoningTokens: 9, outputTokens: ADDED + 10 } }, false],
    [
      'the limit of a model that reasons',
      { said: { outputTokens: MAX_OUTPUT + ADDED }, reasons: true },
      true,
    ],
    ['more than the limit', { said: { outputTokens: MAX_OUTPUT + ADDED + 1 }, reasons: true }, false],
    ['the window', { said: { outputTokens: 30 }, window: 30, reasons: true }, true],
    ['more than the window', { said: { outputTokens: 31 }, window: 30, reasons: true }, false],
  ])('of output that is %s is believed: %#', (_, given, isBelieved) => {
    const { inputTokens, outputTokens, reasoningTokens, isImplausible } = judge(given);
    expect(isImplausible).toBe(!isBelieved);
    expect([outputTokens, reasoningTokens]).toEqual(
      isBelieved ? [given.said.outputTokens, given.said.reasoningTokens ?? 1] : [undefined, 0],
    );
    expect(inputTokens).toBe(8);
  });
});
