import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, UsageJournal, UsageRecordsBusy, type UsageRecord } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { checkLedger } from './check-ledger.ts';
import { dropUsage, parseMonth } from './drop-usage.ts';
import { grantCredits } from './grant-credits.ts';
import { chargeUsage } from './store/charge-usage.ts';

const log = pino({ level: 'silent' });
const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const BY_PLAN = { billing_source: 'subscription', cost_nanos: 0, plan_milli: 30_000 } as const;

function usageRecord(request: string, changes: Partial<UsageRecord>): UsageRecord {
  return {
    request_id: request,
    organization_id: 'org_1',
    workspace_id: 'ws_1',
    key_id: 'key_1',
    user_id: 'user_1',
    endpoint: '/v1/chat/completions',
    model: 'M',
    input_tokens: 10,
    cached_input_tokens: 0,
    output_tokens: 20,
    reasoning_tokens: 0,
    billing_source: 'api_credit',
    price: {},
    cost_nanos: 330_000,
    plan_milli: 0,
    plan_windows: null,
    node_id: 'node_1',
    estimated: false,
    outcome: 'completed',
    metadata: null,
    created_at: '2026-11-21T12:00:00.000Z',
    ...changes,
  };
}

/** One record paid by credits and one paid by the plan, in a window of ten days. */
function recordsOf(day: string): UsageRecord[] {
  const created_at = `${day}T10:00:00.000Z`;
  const startS = Date.parse(created_at) / 1000;
  const endS = startS + 864_000;
  return [
    usageRecord(`req_paid_${day}`, { created_at }),
    usageRecord(`req_plan_${day}`, {
      ...BY_PLAN,
      created_at,
      plan_windows: [startS, endS, startS, endS, startS, endS],
    }),
  ];
}

describe.each(await testDatabases())('svc usage drop on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let directory: string;
  beforeEach(async () => {
    opened = await database.open();
    directory = await mkdtemp(join(tmpdir(), 'svc-drop-'));
    await grantCredits(
      opened.store.db,
      { organizationId: 'org_1', amountNanos: 1_000_000_000, note: '' },
      NOW_MS,
    );
  });
  afterEach(async () => {
    await opened.close();
    await rm(directory, { recursive: true });
  });

  async function deliver(...records: UsageRecord[]): Promise<void> {
    const journal = await UsageJournal.open({
      directory,
      deliver: (batch) => chargeUsage(opened.store.db, batch),
      log,
    });
    for (const record of records) journal.append(record, () => {});
    await journal.close();
  }
  const drop = (before: string) => dropUsage(opened.store.db, parseMonth(before)!, NOW_MS);
  const broken = async (db = opened.store.db) =>
    (await checkLedger(db, NOW_MS)).flatMap((finding) => finding.broken);
  /** The findings after a statement that is then rolled back. */
  const brokenBy = async (statement: string) => {
    const trx = await opened.store.db.startTransaction().execute();
    try {
      await sql.raw(statement).execute(trx);
      return await broken(trx);
    } finally {
      await trx.rollback().execute();
    }
  };
  const recordIds = async () => {
    const rows = await opened.store.db
      .selectFrom('usage_records')
      .select('request_id')
      .orderBy('request_id')
      .execute();
    return rows.map((row) => row.request_id);
  };

  it('drops whole months before the given one, and the books still add up', async () => {
    await deliver(
      ...recordsOf('2026-08-31'),
      ...recordsOf('2026-09-01'),
      ...recordsOf('2026-10-02'),
      ...recordsOf('2026-11-20'),
    );
    expect((await drop('2026-10')).map(({ month }) => month)).toEqual(['2026-08', '2026-09']);
    expect(await recordIds()).toEqual([
      'req_paid_2026-10-02',
      'req_paid_2026-11-20',
      'req_plan_2026-10-02',
      'req_plan_2026-11-20',
    ]);
    expect(await broken()).toEqual([]);
    expect(await drop('2026-10')).toEqual([]);
  });

  it('leaves a check that detects changes in dropped months and missing records in others', async () => {
    await deliver(...recordsOf('2026-08-31'), ...recordsOf('2026-10-02'));
    await drop('2026-09');
    expect(await broken()).toEqual([]);
    for (const tampering of [
      `update ledger_entries set amount_nanos = amount_nanos * 2 where transaction_id = 'req_paid_2026-08-31'`,
      `update usage_hours set cost_nanos = cost_nanos + 1 where starts_at < '2026-09-01Z'`,
      `update plan_usage set used_milli = 1 where starts_at < '2026-09-01Z' and kind = 'weekly'`,
      `update credit_spend set spent_nanos = 1 where month_starts_at < '2026-09-01Z' and scope = 'member'`,
      `delete from usage_records where request_id = 'req_plan_2026-10-02'`,
      `drop table usage_records_2026_10`,
    ])
      expect(await brokenBy(tampering), tampering).not.toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('refuses this month, the last, and every month since the start of the oldest open window', async () => {
    await deliver(...recordsOf('2026-08-31'), ...recordsOf('2026-10-02'));
    await expect(drop('2026-12')).rejects.toThrow('Use --before 2026-10 or an earlier month.');
    await expect(drop('2026-11')).rejects.toThrow('records from 2026-10 on are still needed');
    const [startS, endS] = [Date.parse('2026-08-31T00:00:00Z') / 1000, NOW_MS / 1000 + 1];
    await deliver(
      usageRecord('req_long', { ...BY_PLAN, plan_windows: [startS, endS, startS, endS, startS, endS] }),
    );
    await expect(drop('2026-09')).rejects.toThrow('Use --before 2026-08 or an earlier month.');
    expect((await recordIds()).length).toBe(5);
  });

  it('sets aside a late record of a dropped month, because it might have been charged', async () => {
    const [paid, byPlan] = recordsOf('2026-08-31');
    await deliver(paid!, byPlan!);
    await drop('2026-09');
    await deliver(
      byPlan!,
      usageRecord('req_now', {}),
      paid!,
      usageRecord('req_never_seen', { ...BY_PLAN, created_at: byPlan!.created_at }),
    );
    expect(await recordIds()).toEqual(['req_now']);
    const rejected = (await readFile(join(directory, 'rejected.jsonl'), 'utf8')).match(/req_[\w-]+/g);
    expect(rejected).toEqual(['req_plan_2026-08-31', 'req_paid_2026-08-31', 'req_never_seen']);
    expect(await broken()).toEqual([]);
  });

  it.runIf(database.kind === 'postgres')(
    'gives up while somebody reads the records, and blocks nobody for long',
    async () => {
      await deliver(...recordsOf('2026-08-31'));
      const reader = await openStore({ dataDir: directory, databaseUrl: opened.databaseUrl!, log });
      await reader.db.transaction().execute(async (trx) => {
        await trx.selectFrom('usage_records').select('request_id').execute();
        await expect(drop('2026-09')).rejects.toThrow(UsageRecordsBusy);
      });
      expect((await drop('2026-09')).length).toBe(1);
      await reader.close();
    },
  );
});
