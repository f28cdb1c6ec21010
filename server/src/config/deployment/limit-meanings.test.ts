import { expect, it } from 'vitest';
import { LIMIT_MEANINGS } from './limit-meanings.ts';

it('explains each limit without the limit before it: an editor shows one at a time', () => {
  const dependent = Object.entries(LIMIT_MEANINGS).filter(([, meaning]) =>
    /^The same\b|\bsuch (an? )?\w|\bthen\b/.test(meaning),
  );
  expect(dependent).toEqual([]);
});
