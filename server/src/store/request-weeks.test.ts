import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chargeUsage } from '#features/billing';
import { deliverCallRecords } from '#features/request-records';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { dropRequestWeeks, JsonArray, requestWeek } from './index.ts';
import { testUsageRecord } from './journal/test-usage-record.ts';

// Long ago: the tables of this week and the next are there when a store is opened.
const MONDAY = '2025-03-03T00:00:00.000Z';
const BEFORE = '2025-03-02T23:59:59.999Z';

it('weeks begin on Monday, UTC', () => {
  expect(requestWeek(Date.parse(MONDAY))).toBe(Date.parse(MONDAY));
  expect(requestWeek(Date.parse(BEFORE))).toBe(Date.parse('2025-02-24T00:00:00.000Z'));
  expect(requestWeek(0)).toBe(Date.parse('1969-12-29T00:00:00.000Z'));
});

describe.each(await testDatabases())('weeks of requests on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
  });
  afterEach(() => opened.close());

  const call = (at: string): string =>
    JSON.stringify({
      request_id: `req_${at}`,
      organization_id: 'org_1',
      workspace_id: 'ws_1',
      endpoint: '/v1/messages',
      outcome: 'refused',
      created_at: at,
    });
  const weeks = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_records'::regclass order by 1`.execute(
      opened.store.db,
    );
    return rows.map(({ name }) => name.slice(-10)).filter((week) => week.startsWith('2025'));
  };
  const stored = async () => {
    const rows = await opened.store.db
      .selectFrom('request_records')
      .select('request_id')
      .orderBy('request_id')
      .execute();
    return rows.map(({ request_id: id }) => id);
  };

  it('are created for the records of a batch, also by nodes that do it at once', async () => {
    const batch = JsonArray.of([call(BEFORE), call(MONDAY)]);
    await Promise.all([1, 2, 3].map(() => deliverCallRecords(opened.store.db, batch, 'node_1')));
    expect(await weeks()).toEqual(['2025_02_24', '2025_03_03']);
    expect(await stored()).toEqual([`req_${BEFORE}`, `req_${MONDAY}`]);
  });

  it('are created for usage records, which are recorded and charged once', async () => {
    const { db } = opened.store;
    const record = { streamed: true, status: 200, duration_ms: 12, created_at: MONDAY };
    const batch = JsonArray.of([JSON.stringify(testUsageRecord('req_1', record))]);
    await chargeUsage(db, batch);
    await chargeUsage(db, batch);
    // An earlier version's record says nothing of how the call went.
    await chargeUsage(db, JsonArray.of([JSON.stringify(testUsageRecord('req_0', { created_at: BEFORE }))]));
    expect(await db.selectFrom('request_records').selectAll().orderBy('request_id').execute()).toMatchObject([
      { request_id: 'req_0', streamed: false, status: null, duration_ms: null, outcome: 'completed' },
      {
        request_id: 'req_1',
        streamed: true,
        status: 200,
        duration_ms: 12,
        input_tokens: 12,
        cost_nanos: 636_000,
        service_tier: 'standard',
      },
    ]);
    expect(await db.selectFrom('wallets').select('balance_nanos').execute()).toEqual([
      { balance_nanos: -2 * 636_000 },
    ]);
  });

  it('go when their last moment is as old as retention says, and a late record brings its week back', async () => {
    const { db } = opened.store;
    await deliverCallRecords(db, JsonArray.of([call(BEFORE), call(MONDAY)]), 'node_1');
    await dropRequestWeeks(db, Date.parse(MONDAY) - 1);
    expect(await weeks()).toHaveLength(2);
    await dropRequestWeeks(db, Date.parse(MONDAY));
    expect(await stored()).toEqual([`req_${MONDAY}`]);
    await deliverCallRecords(db, JsonArray.of([call(BEFORE)]), 'node_1');
    expect(await stored()).toHaveLength(2);
    await dropRequestWeeks(db, Date.parse(MONDAY));
    expect(await weeks()).toEqual(['2025_03_03']);
  });
});
