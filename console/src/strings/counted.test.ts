import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('says one of one, and several of anything else', () => {
  expect([0, 1, 2].map((count) => counted(count, 'call'))).toEqual(['0 calls', '1 call', '2 calls']);
  expect(counted('1', 'token')).toBe('1 token');
  expect(counted('1,001', 'token')).toBe('1,001 tokens');
});
