import { expect, it } from 'vitest';
import { formatCallCost } from './format-call.ts';

it('shows four places of a cost, and tells little from nothing', () => {
  expect(['0', '0.00', '0.00004', '0.0001', '0.01234567', '12.5'].map(formatCallCost)).toEqual([
    '',
    '',
    '<$0.0001',
    '$0.0001',
    '$0.0123',
    '$12.5000',
  ]);
});
