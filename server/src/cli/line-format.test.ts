import { expect, it } from 'vitest';
import { lineFormat, type Output } from './line-format.ts';

const LINE = '{"level":"warn","time":"2026-11-26T12:00:00.000Z","msg":"low"}\n';
const COLORED_TERMINAL: Output = { isTTY: true, hasColors: () => true };
const TERMINAL: Output = { isTTY: true, hasColors: () => false };
const PIPE: Output = {};

it.each([
  ['auto', COLORED_TERMINAL, true],
  ['auto', TERMINAL, false],
  ['auto', PIPE, undefined],
  ['json', COLORED_TERMINAL, undefined],
  ['pretty', PIPE, false],
  ['pretty', COLORED_TERMINAL, true],
] as const)('%s on %j', (logFormat, output, colors) => {
  const written = lineFormat({ logFormat }, output)?.(LINE);
  expect(written?.includes('\u001b[')).toBe(colors);
  expect(written?.includes('WARN')).toBe(colors === undefined ? undefined : true);
});
