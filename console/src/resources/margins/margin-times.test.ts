import { expect, it } from 'vitest';
import { marginTimes } from './margin-times.ts';

const NOW_MS = Date.parse('2026-11-01T12:00:00Z');

it('names days, weeks from Monday and months, the one that runs first', () => {
  expect(marginTimes('day', NOW_MS).slice(0, 2)).toEqual([
    { start: '2026-11-01', name: 'Nov 1, 2026' },
    { start: '2026-10-31', name: 'Oct 31, 2026' },
  ]);
  expect(marginTimes('week', NOW_MS)[0]).toEqual({
    start: '2026-10-26',
    // The formatter puts thin spaces around the dash.
    name: expect.stringMatching(/^Oct 26\s–\sNov 1, 2026$/),
  });
  const months = marginTimes('month', Date.parse('2026-01-31T12:00:00Z'));
  expect(months.slice(0, 3).map(({ start }) => start)).toEqual(['2026-01-01', '2025-12-01', '2025-11-01']);
  expect([months[1]?.name, months.length]).toEqual(['December 2025', 13]);
});
