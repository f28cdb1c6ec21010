import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

it('puts changed lines side by side, and lines of one side beside nothing', () => {
  expect(diffLines('a\nb\nc', 'a\nB\nc\nd')).toEqual([
    { left: 'a', right: 'a', isSame: true },
    { left: 'b', right: 'B', isSame: false },
    { left: 'c', right: 'c', isSame: true },
    { left: undefined, right: 'd', isSame: false },
  ]);
  expect(diffLines('x', 'x')).toEqual([{ left: 'x', right: 'x', isSame: true }]);
  expect(diffLines('a\n\nb', 'b').filter(({ isSame }) => !isSame)).toEqual([
    { left: 'a', right: undefined, isSame: false },
    { left: '', right: undefined, isSame: false },
  ]);
});
