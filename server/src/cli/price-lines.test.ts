import { expect, it } from 'vitest';
import { priceLines } from './price-lines.ts';

it('names five models at most, and says nothing where every model has a price', () => {
  expect(priceLines([])).toEqual([]);
  expect(priceLines(['a'])).toEqual([
    'No price set: calls to a cost nothing (models[].pricing in svc.yaml).',
  ]);
  expect(priceLines(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([
    'No price set: calls to a, b, c, d, e and 2 more cost nothing (models[].pricing in svc.yaml).',
  ]);
});
