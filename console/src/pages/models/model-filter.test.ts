import type { Model } from '@svc/sdk';
import { expect, it } from 'vitest';
import { hasPrice } from '../../api/has-price.ts';
import { filterModels } from './model-filter.ts';
import { formatRate } from './model-price.ts';

const model = (id: string, description: string, vision: boolean) =>
  ({ id, family: 'svc', description, capabilities: { vision } }) as unknown as Model;
const MODELS = [model('Svc Standard', 'General work.', true), model('Svc Code', 'Programming.', false)];
const idsOf = (filter: Parameters<typeof filterModels>[1]) =>
  filterModels(MODELS, filter).map(({ id }) => id);

it('finds models by every word of a search, and by what they can', () => {
  expect(idsOf({})).toEqual(['Svc Standard', 'Svc Code']);
  expect(idsOf({ search: ' SVC  work' })).toEqual(['Svc Standard']);
  expect(idsOf({ search: 'work programming' })).toEqual([]);
  expect(idsOf({ can: 'vision' })).toEqual(['Svc Standard']);
  expect(idsOf({ search: 'code', can: 'vision' })).toEqual([]);
});

it('tells a model without a price from one that has, and writes small rates in full', () => {
  const free = {
    currency: 'usd',
    unit: '1M tokens',
    input: 0,
    cached_input: 0,
    output: 0,
    batch_discount: 0.5,
  };
  expect(hasPrice(free)).toBe(false);
  expect(hasPrice({ ...free, input: 0.02 })).toBe(true);
  expect([3, 0.3, 0.0000001].map(formatRate)).toEqual(['$3.00', '$0.30', '$0.0000001']);
});
