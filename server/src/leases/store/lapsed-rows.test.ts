import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import type { LeaseKind } from '../lease-kind.ts';
import { isFree, isLapsed } from './lapsed-rows.ts';

const KIND: LeaseKind = { table: 'jobs', leaseMs: 25_000, renewMs: 7000 };
const LAPSE = { nowMs: 1_000_000, latestMs: 1_030_000 };
const ROWS = {
  none: null,
  ended: LAPSE.nowMs,
  held: LAPSE.nowMs + 1,
  latest: LAPSE.latestMs,
  ahead: LAPSE.latestMs + 1,
};

describe.each(await testDatabases())('rows with leases on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    await opened.store.db
      .insertInto('jobs')
      .values(
        Object.entries(ROWS).map(([id, endsAt]) => ({
          id,
          kind: 'test',
          organization_id: '',
          payload: {},
          due_at: 1,
          created_at: 1,
          leased_by: endsAt === null ? null : 'node/run',
          lease_ends_at: endsAt,
        })) as never,
      )
      .execute();
  });
  afterAll(() => opened.close());

  const found = async (condition: ReturnType<typeof isFree>): Promise<string[]> =>
    (
      await opened.store.db
        .selectFrom('jobs')
        .select('id')
        .where(condition)
        .orderBy('lease_ends_at')
        .execute()
    ).map(({ id }) => id);

  it('have lapsed when their lease ended, or where told so ends later than any that was made since', async () => {
    expect(await found(isLapsed(KIND, LAPSE))).toEqual(['ended', 'ahead']);
    expect(await found(isLapsed(KIND, { ...LAPSE, latestMs: undefined }))).toEqual(['ended']);
  });

  it('are free without a lease or when it lapsed, and only without one while other nodes have yet to renew', async () => {
    expect((await found(isFree(KIND, LAPSE))).toSorted()).toEqual(['ahead', 'ended', 'none']);
    expect(await found(isFree(KIND, undefined))).toEqual(['none']);
  });
});
