import { describe, expect, it } from 'vitest';
import { ApiError } from '@svc/contract';
import { seriesSpan, type SeriesBucket } from './series-span.ts';

const ms = (text: string): number => Date.parse(text);
const NOW_MS = ms('2026-11-26T14:20:00Z');

function spanOf(from: string, to: string | undefined, bucket: SeriesBucket) {
  const { starts, startMs, endMs, before } = seriesSpan(
    {
      starting_at: ms(from),
      ending_at: to === undefined ? undefined : ms(to),
      bucket,
      measure: 'cost',
      most_series: 7,
    },
    NOW_MS,
  );
  const text = (at: number): string => new Date(at).toISOString().replace(':00.000Z', 'Z');
  return {
    starts: starts.map(text),
    period: [text(startMs), text(endMs)],
    before: [text(before.startMs), text(before.endMs)],
  };
}

const refusal = (run: () => unknown): string | null | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof ApiError ? error.options.param : undefined;
  }
  return undefined;
};

describe('seriesSpan', () => {
  it('has an hour for each hour, also where clocks elsewhere are moved', () => {
    const { starts } = spanOf('2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z', 'hour');
    expect(starts).toHaveLength(24);
    expect([starts[1], starts.at(-1)]).toEqual(['2026-10-25T01:00Z', '2026-10-25T23:00Z']);
    expect(spanOf('2026-03-29T00:40:00Z', '2026-03-29T02:10:00Z', 'hour').period).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T03:00Z',
    ]);
  });

  it('has weeks from Monday, the first and the last as far as the period goes', () => {
    expect(spanOf('2026-11-04T00:00:00Z', '2026-11-18T00:00:00Z', 'week')).toMatchObject({
      starts: ['2026-11-04T00:00Z', '2026-11-09T00:00Z', '2026-11-16T00:00Z'],
      period: ['2026-11-04T00:00Z', '2026-11-18T00:00Z'],
    });
    expect(spanOf('2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z', 'week').starts).toEqual([
      '2026-11-02T00:00Z',
    ]);
  });

  it('has months of their own length, over the end of a year', () => {
    expect(spanOf('2025-12-15T00:00:00Z', '2026-03-01T00:00:00Z', 'month').starts).toEqual([
      '2025-12-15T00:00Z',
      '2026-01-01T00:00Z',
      '2026-02-01T00:00Z',
    ]);
    expect(spanOf('2024-02-29T00:00:00Z', '2024-03-02T00:00:00Z', 'month').starts).toEqual([
      '2024-02-29T00:00Z',
      '2024-03-01T00:00Z',
    ]);
  });

  it('compares with as much time before, and of a period that is not over as far as it has passed', () => {
    expect(spanOf('2026-11-10T00:00:00Z', '2026-11-20T00:00:00Z', 'day').before).toEqual([
      '2026-10-31T00:00Z',
      '2026-11-10T00:00Z',
    ]);
    expect(spanOf('2026-11-20T00:00:00Z', '2026-11-27T00:00:00Z', 'day').before).toEqual([
      '2026-11-13T00:00Z',
      '2026-11-19T15:00Z',
    ]);
    expect(spanOf('2026-12-01T00:00:00Z', '2026-12-03T00:00:00Z', 'day').before).toEqual([
      '2026-11-29T00:00Z',
      '2026-11-29T00:00Z',
    ]);
  });

  it('ends with the day or hour of now where no end is given', () => {
    expect(spanOf('2026-11-25T00:00:00Z', undefined, 'day').period[1]).toBe('2026-11-27T00:00Z');
    expect(spanOf('2026-11-26T10:00:00Z', undefined, 'hour').period[1]).toBe('2026-11-26T15:00Z');
    expect(spanOf('2026-11-28T00:00:00Z', undefined, 'day').starts).toEqual(['2026-11-28T00:00Z']);
  });

  it('refuses what would be too much, and what ends before it begins', () => {
    const asked = (from: string, to: string, bucket: SeriesBucket) => () => spanOf(from, to, bucket);
    expect(refusal(asked('2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', 'day'))).toBe('ending_at');
    expect(refusal(asked('2024-11-20T00:00:00Z', '2026-11-26T00:00:00Z', 'month'))).toBe('starting_at');
    expect(refusal(asked('2026-11-01T00:00:00Z', '2026-11-19T00:00:00Z', 'hour'))).toBe('bucket');
    expect(refusal(asked('2024-11-26T00:00:00Z', '2026-11-26T00:00:00Z', 'week'))).toBeUndefined();
  });
});
