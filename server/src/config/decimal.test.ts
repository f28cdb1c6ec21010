import { expect, it } from 'vitest';
import { decimalToNanos, nanosToDecimal, toDecimal } from './decimal.ts';

it.each([
  [0, '0'],
  [3, '3'],
  [0.3, '0.3'],
  [1e-7, '0.0000001'],
  [0.000000001, '0.000000001'],
  ['0.10', '0.1'],
  ['007.50', '7.5'],
  ['123456.123456789', '123456.123456789'],
])('keeps %s exactly', (value, expected) => {
  expect(toDecimal(value)).toBe(expected);
});

it.each([
  [-1],
  [NaN],
  [Infinity],
  [1e-10],
  [1e21],
  [0.1 + 0.2],
  ['1.'],
  ['.5'],
  ['1e3'],
  ['-1'],
  ['+1'],
  ['1,5'],
  [''],
  [' 1'],
  [null],
  [true],
])('refuses %s', (value) => {
  expect(toDecimal(value)).toBeUndefined();
});

it('gives nano-dollars exactly', () => {
  expect(decimalToNanos('0.000000001')).toBe(1);
  expect(decimalToNanos('100')).toBe(100_000_000_000);
  expect(decimalToNanos('8999999.999999999')).toBe(8_999_999_999_999_999);
});

it.each([
  [0, '0.00'],
  [500_000_000_000, '500.00'],
  [330_000, '0.00033'],
  [1_500_000_000, '1.50'],
  [9_000_000_000_000_001, '9000000.000000001'],
  [18_000_000_000_000_000_001n, '18000000000.000000001'],
  [-1_500_000_000, '-1.50'],
  [-5, '-0.000000005'],
])('shows %i nano-dollars as %s', (nanos, text) => {
  expect(nanosToDecimal(nanos)).toBe(text);
});
