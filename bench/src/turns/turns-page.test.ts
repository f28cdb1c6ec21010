import { expect, it } from 'vitest';
import { turnsPage } from './turns-page.ts';

it('compares the quiet turns of each series with those of the first', () => {
  const page = turnsPage([
    { name: 'bare', microseconds: [40, 90, 50, 60] },
    { name: 'svc', microseconds: [80, 300, 120, 100] },
  ]);
  expect(page.split('\n').slice(-2)).toEqual([
    '| bare | 40.0 | 1.00 | 50.0 | 1.00 |',
    '| svc | 80.0 | 0.50 | 100.0 | 0.50 |',
  ]);
  expect(page).toContain('4 turns each');
});
