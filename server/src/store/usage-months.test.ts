import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chargeUsage } from '#features/billing';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { openStore, UsageJournal, usageMonth, RecordTablesAhead, type UsageRecord } from './index.ts';
import { testUsageRecord } from './journal/test-usage-record.ts';

const log = pino({ level: 'silent' });
const HOUR_MS = 3_600_000;

function recordAt(created_at: string, changes: Partial<UsageRecord> = {}): UsageRecord {
  return testUsageRecord(`req_${created_at}`, { created_at, ...changes });
}

describe.each(await testDatabases())('months of usage on $kind', (database) => {
  let opened: OpenTestDatabase;
  let directory: string;
  beforeEach(async () => {
    opened = await database.open();
    directory = await mkdtemp(join(tmpdir(), 'svc-months-'));
    // As if no service had ever started on this database.
    for (const month of await months())
      await sql`drop table ${sql.table(`usage_records_${month}`)}`.execute(opened.store.db);
    await opened.store.db.deleteFrom('usage_months').execute();
  });
  afterEach(async () => {
    await opened.close();
    await rm(directory, { recursive: true });
  });

  async function deliver(
    records: readonly UsageRecord[],
    { db = opened.store.db, name = 'journal' } = {},
  ): Promise<void> {
    const journal = await UsageJournal.open({
      directory: join(directory, name),
      deliver: (batch) => chargeUsage(db, batch),
      log,
    });
    for (const record of records) journal.append(record, () => {});
    await journal.close();
    expect(journal.backlogBytes).toBe(0);
  }
  const months = async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_records'::regclass order by 1`.execute(
      opened.store.db,
    );
    return rows.map(({ name }) => name.slice(-7));
  };
  const stored = async () =>
    opened.store.db
      .selectFrom('usage_records')
      .select(['request_id', 'cost_nanos'])
      .orderBy('created_at')
      .execute();

  it('creates missing months, also for records of several months in one batch', async () => {
    const times = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2024-02-29T12:00:00.000Z'];
    await deliver(times.map((time) => recordAt(time)));
    expect(await months()).toEqual(['2024_02', '2026_01', '2026_02']);
    expect((await stored()).map((row) => row.request_id)).toEqual(
      times.toSorted().map((time) => `req_${time}`),
    );
    const { rows } = await sql`select request_id from usage_records_2026_01`.execute(opened.store.db);
    expect(rows).toEqual([{ request_id: 'req_2026-01-31T23:59:59.999Z' }]);
  });

  it('records and counts a request once, however often it is replayed and whichever months are next to it', async () => {
    const records = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'].map((time) => recordAt(time));
    await deliver([...records, ...records]);
    await deliver([...records, recordAt('2026-03-01T00:00:00.000Z')]);
    expect((await stored()).length).toBe(3);
    const hours = await opened.store.db
      .selectFrom('usage_hours')
      .select(['starts_at', 'requests', 'cost_nanos'])
      .orderBy('starts_at')
      .execute();
    expect(hours).toEqual(
      ['2026-01-31T23:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'].map((hour) => ({
        starts_at: Date.parse(hour),
        requests: 1,
        cost_nanos: 636_000,
      })),
    );
  });

  it('sums records by the hour and by the grouping columns', async () => {
    const at = '2026-01-05T10:59:59.999Z';
    await deliver([
      testUsageRecord('req_1', { created_at: '2026-01-05T10:00:00.000Z' }),
      testUsageRecord('req_2', { created_at: at }),
      testUsageRecord('req_3', { created_at: at, key_id: null, surface: 'cli' }),
      testUsageRecord('req_4', { created_at: at, model: 'other' }),
      testUsageRecord('req_5', {
        created_at: at,
        billing_source: 'subscription',
        cost_nanos: 0,
        plan_milli: 55_000,
      }),
      testUsageRecord('req_6', { created_at: '2026-01-05T11:00:00.000Z' }),
    ]);
    await deliver([testUsageRecord('req_7', { created_at: at })]);
    const rows = await opened.store.db
      .selectFrom('usage_hours')
      .selectAll()
      .orderBy('starts_at')
      .orderBy('requests', 'desc')
      .orderBy('key_id')
      .orderBy('model')
      .orderBy('billing_source')
      .execute();
    const one = {
      organization_id: 'org_1',
      workspace_id: 'ws_1',
      key_id: 'key_1',
      user_id: '',
      surface: '',
      service_tier: 'standard',
      endpoint: 'chat_completions',
      model: 'svc-large',
    };
    const sums = {
      requests: 1,
      input_tokens: 12,
      cached_input_tokens: 3,
      output_tokens: 40,
      reasoning_tokens: 5,
      cost_nanos: 636_000,
    };
    const parts = { web_searches: 0, cached_input_nanos: 0, output_nanos: 600_000, tool_nanos: 0 };
    const credit = {
      ...one,
      ...parts,
      starts_at: Date.parse('2026-01-05T10:00:00Z'),
      billing_source: 'api_credit',
      ...sums,
      plan_milli: 0,
    };
    expect(rows).toEqual([
      {
        ...credit,
        requests: 3,
        input_tokens: 36,
        cached_input_tokens: 9,
        output_tokens: 120,
        reasoning_tokens: 15,
        cost_nanos: 1_908_000,
        output_nanos: 1_800_000,
      },
      { ...credit, key_id: '', surface: 'cli' },
      { ...credit, model: 'other' },
      { ...credit, billing_source: 'subscription', cost_nanos: 0, output_nanos: 0, plan_milli: 55_000 },
      { ...credit, starts_at: Date.parse('2026-01-05T11:00:00Z') },
    ]);
    const days = await opened.store.db
      .selectFrom('usage_days')
      .selectAll()
      .where('model', '=', 'svc-large')
      .where('key_id', '=', 'key_1')
      .where('billing_source', '=', 'api_credit')
      .execute();
    const day = {
      input_tokens: 48,
      cached_input_tokens: 12,
      output_tokens: 160,
      reasoning_tokens: 20,
      cost_nanos: 2_544_000,
      output_nanos: 2_400_000,
    };
    expect(days).toEqual([{ ...credit, starts_at: Date.parse('2026-01-05T00:00:00Z'), requests: 4, ...day }]);
  });

  it.runIf(database.kind === 'postgres')('lets several nodes create one month concurrently', async () => {
    const stores = await Promise.all(
      Array.from({ length: 4 }, () =>
        openStore({ dataDir: directory, databaseUrl: opened.databaseUrl!, log }),
      ),
    );
    const times = Array.from(
      { length: 12 },
      (_, month) => `2026-${String(month + 1).padStart(2, '0')}-01T00:00:00.000Z`,
    );
    await Promise.all(
      stores.map(({ db }, node) =>
        deliver(
          times.map((time) => testUsageRecord(`req_${node}_${time}`, { created_at: time })),
          { db, name: `node${node}` },
        ),
      ),
    );
    expect((await months()).length).toBe(12);
    expect((await stored()).length).toBe(48);
    await Promise.all(stores.map((store) => store.close()));
  });

  it.runIf(database.kind === 'postgres')('creates a month while somebody reads the records', async () => {
    await deliver([recordAt('2026-01-01T00:00:00.000Z')]);
    const reader = await openStore({ dataDir: directory, databaseUrl: opened.databaseUrl!, log });
    await reader.db.transaction().execute(async (trx) => {
      await trx.selectFrom('usage_records').select('request_id').execute();
      await deliver([recordAt('2026-02-01T00:00:00.000Z')]);
    });
    expect((await stored()).length).toBe(2);
    await reader.close();
  });

  it('keeps this month and the next created, even when time is moved by years', async () => {
    const clock = createClock();
    const ahead = new RecordTablesAhead({ db: opened.store.db, clock });
    await ahead.make();
    const around = () =>
      [usageMonth(clock.nowMs()), usageMonth(clock.nowMs(), 1)].map((ms) =>
        new Date(ms).toISOString().slice(0, 7).replace('-', '_'),
      );
    const first = around();
    expect(await months()).toEqual(first);
    await clock.advance(800 * 24 * HOUR_MS);
    await ahead.make();
    expect(await months()).toEqual([...first, ...around()]);
  });
});
