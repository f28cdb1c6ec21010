import { expect, it } from 'vitest';
import { OutputAllowance } from './output-allowance.ts';

const passed = (maxOutputTokens: number, chunks: readonly string[]): string => {
  const allowance = new OutputAllowance(maxOutputTokens);
  return chunks.map((chunk) => allowance.take(chunk)).join('');
};

it('CHAT-12 passes as many pieces as allowed tokens, and no more', () => {
  expect(passed(3, ['one ', 'two ', 'three'])).toBe('one two three');
  expect(passed(3, ['one ', 'two ', 'three ', 'four ', 'five'])).toBe('one two three ');
});

it('passes a whole reply whose pieces are finer than tokens', () => {
  const text = 'a reply of few tokens';
  expect(passed(6, text.split(''))).toBe(text);
});

it('cuts a single piece that is longer than any tokenizer allows', () => {
  expect(passed(1, ['x'.repeat(10_000)])).toHaveLength(32 + 4096);
});
