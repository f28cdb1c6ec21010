import { expect, it } from 'vitest';
import { RecentSharers } from './recent-sharers.ts';

it('knows who used an engine within a minute, the longest ago first', () => {
  const sharers = new RecentSharers();
  sharers.note('org_a', 0);
  sharers.note('org_b', 10_000);
  expect([...sharers.current(60_000)]).toEqual(['org_a', 'org_b']);
  expect([...sharers.current(60_001)]).toEqual(['org_b']);
  sharers.note('org_c', 61_000);
  sharers.note('org_b', 62_000);
  expect([...sharers.current(121_000)]).toEqual(['org_c', 'org_b']);
  expect([...sharers.current(121_001)]).toEqual(['org_b']);
  expect([...sharers.current(200_000)]).toEqual([]);
});
