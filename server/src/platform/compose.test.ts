import { expect, it } from 'vitest';
import { compose } from './compose.ts';

const openDoubled = ({ start }: { readonly start: number }) => ({ doubled: start * 2 });
const openSum = ({ start, doubled }: { readonly start: number; readonly doubled: number }) => ({
  sum: start + doubled,
});

it('opens parts one after the other, each with those before it', () => {
  const open = compose<{ readonly start: number }>()(openDoubled, openSum);
  expect(open({ start: 1 })).toEqual({ start: 1, doubled: 2, sum: 3 });
});

it('does not compile with a part before one that it needs', () => {
  // @ts-expect-error: the sum needs the doubled number.
  const open = compose<{ readonly start: number }>()(openSum, openDoubled);
  expect(open({ start: 1 })).toMatchObject({ sum: NaN });
});
