import { expect, it } from 'vitest';
import { UsageCount } from '../http/usage-count.ts';
import { ConverseUsage } from './converse-usage.ts';

const CACHED = { inputTokens: 10, cacheReadInputTokens: 30, cacheWriteInputTokens: 4, outputTokens: 9 };

it.each<[string, readonly unknown[], readonly [input: number, cached: number, output: number | undefined]]>([
  ['once', [CACHED], [44, 30, 9]],
  ['twice', [CACHED, CACHED], [44, 30, 9]],
  ['and zeros later', [CACHED, { inputTokens: 0, cacheReadInputTokens: 0, outputTokens: 0 }], [44, 30, 9]],
  ['in parts', [{ inputTokens: 10 }, { cacheReadInputTokens: 30, outputTokens: 9 }], [40, 30, 9]],
  [
    'with zeros for the other part',
    [
      { inputTokens: 10, cacheReadInputTokens: 0 },
      { inputTokens: 0, cacheReadInputTokens: 30 },
    ],
    [40, 30, undefined],
  ],
  ['growing', [{ inputTokens: 10, outputTokens: 1 }, { outputTokens: 7 }], [10, 0, 7]],
  [
    'by what cannot be a count',
    [{ inputTokens: -1, cacheReadInputTokens: 2 ** 53, outputTokens: 1.5 }, null, 'x'],
    [0, 0, undefined],
  ],
])('D-ENG-16 counts of Converse said %s are one count', (_how, said, expected) => {
  const usage = new ConverseUsage();
  const count = new UsageCount();
  for (const one of said) count.add(usage.read(one));
  expect([count.inputTokens, count.cachedInputTokens, count.outputTokens]).toEqual(expected);
});
