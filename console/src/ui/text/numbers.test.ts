import { describe, expect, it } from 'vitest';
import { formatBytes, formatCents, formatShare, formatUsd } from './format.ts';
import { formatAgo } from './format-time.ts';
import { chooseLocale } from './locale.ts';
import { sumUsd } from '../../api/sum-usd.ts';

describe('amounts', () => {
  it('are summed exactly, whatever their digits', () => {
    expect(sumUsd([])).toBe('0');
    expect(sumUsd(['0.1', '0.2'])).toBe('0.3');
    expect(sumUsd(['9007199254740993', '0.000000000001'])).toBe('9007199254740993.000000000001');
    expect(sumUsd(['1.5', '-2.25'])).toBe('-0.75');
  });

  it('are shown with every digit that counts, and at least two', () => {
    expect(formatUsd('0')).toBe('$0.00');
    expect(formatUsd('1234567.5')).toBe('$1,234,567.50');
    expect(formatUsd('0.000123000')).toBe('$0.000123');
    expect(formatUsd('-12.30')).toBe('−$12.30');
  });

  it('are rounded to cents in headings and columns, and never to nothing', () => {
    const amounts = ['0', '274.76794835', '0.819472742', '0.005', '0.0049', '-0.001', '-3.999', '1234.5'];
    expect(amounts.map(formatCents)).toEqual([
      '$0.00',
      '$274.77',
      '$0.82',
      '$0.01',
      '<$0.01',
      '<−$0.01',
      '−$4.00',
      '$1,234.50',
    ]);
    expect(formatCents('9007199254740993.994')).toBe('$9,007,199,254,740,993.99');
  });
});

describe('the language of numbers and times', () => {
  it('is English, as the words beside them are, in the form the reader is used to', () => {
    expect(chooseLocale(['de-DE', 'en-GB', 'en'])).toBe('en-GB');
    expect(chooseLocale(['en-IN'])).toBe('en-IN');
    expect(chooseLocale(['ar-EG', 'de'])).toBe('en-US');
    expect(chooseLocale([])).toBe('en-US');
  });
});

describe('sizes of files', () => {
  it('are told in steps of 1024, as their limits are', () => {
    expect([0, 1023, 1536, 104_857_600, 107_374_182_400].map(formatBytes)).toEqual([
      '0 bytes',
      '1,023 bytes',
      '1.5 kB',
      '100 MB',
      '100 GB',
    ]);
  });
});

describe('shares', () => {
  it('are full only when nothing is left, and never nothing when something is used', () => {
    expect([0, 0.0001, 0.01, 0.29, 0.63, 0.999, 1, 1.04].map(formatShare)).toEqual([
      '0%',
      '<1%',
      '1%',
      '29%',
      '63%',
      '99%',
      '100%',
      '104%',
    ]);
  });
});

describe('moments', () => {
  it('are told by their distance in the largest unit that fits', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(formatAgo('2026-11-22T11:59:40Z', now)).toBe('just now');
    expect(formatAgo('2026-11-22T12:00:20Z', now)).toBe('now');
    expect(formatAgo('2026-11-22T09:00:00Z', now)).toBe('3 hours ago');
    expect(formatAgo('2026-11-21T11:00:00Z', now)).toBe('yesterday');
    expect(formatAgo('2026-12-24T12:00:00Z', now)).toBe('next month');
  });
});
