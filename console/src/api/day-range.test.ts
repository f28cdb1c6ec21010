import { describe, expect, it } from 'vitest';
import { lastDays, lastMonth, thisMonth, yesterday } from './day-range.ts';

describe('ranges of days', () => {
  const at = (text: string) => Date.parse(text);

  it('count today among the last days', () => {
    expect(lastDays(1, at('2026-11-26T23:59:59Z'))).toEqual({ from: '2026-11-26', to: '2026-11-26' });
    expect(yesterday(at('2026-03-01T00:00:00Z'))).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(lastDays(7, at('2026-03-03T00:00:00Z'))).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  });

  it('know the month and the one before it, over the new year and in a leap year', () => {
    expect(thisMonth(at('2026-11-01T00:00:00Z'))).toEqual({ from: '2026-11-01', to: '2026-11-01' });
    expect(lastMonth(at('2026-01-15T12:00:00Z'))).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(lastMonth(at('2028-03-31T12:00:00Z'))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });
});
