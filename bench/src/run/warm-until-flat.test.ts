import { expect, it } from 'vitest';
import { warmUntilFlat } from './warm-until-flat.ts';

async function roundsFor(costs: readonly number[], most = 10): Promise<number> {
  const left = [...costs];
  return warmUntilFlat(
    () => Promise.resolve({ responses: 10, cpuSeconds: (left.shift() ?? NaN) * 10 }),
    most,
  );
}

it('goes on while answers get cheaper, and ends after two rounds in which they do not', async () => {
  expect(await roundsFor([10, 6, 5, 4.9, 4.8])).toBe(5);
});

it('takes one flat round for chance', async () => {
  expect(await roundsFor([10, 10, 5, 5, 5])).toBe(5);
});

it('ends at the most rounds allowed', async () => {
  expect(await roundsFor([10, 5, 2, 1], 3)).toBe(3);
});
