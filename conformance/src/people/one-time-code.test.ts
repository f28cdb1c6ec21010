import { expect, it } from 'vitest';
import { oneTimeCode, timeStep } from './one-time-code.ts';

// RFC 6238, appendix B; the last six of its eight digits.
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('generates the code of the standard at second %i', (second, code) => {
  expect(oneTimeCode('gezdgnbvgy3tqojq GEZDGNBVGY3TQOJQ', timeStep(second * 1000))).toBe(code);
});
