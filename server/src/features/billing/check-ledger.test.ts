import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageJournal, type UsageRecord } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { checkLedger } from './check-ledger.ts';
import { grantCredits } from './grant-credits.ts';
import { chargeUsage } from './store/charge-usage.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const log = pino({ level: 'silent' });

function record(request: string, changes: Partial<UsageRecord>): UsageRecord {
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
    billing_source: 'subscription',
    price: {},
    cost_nanos: 0,
    plan_milli: 30_000,
    plan_windows: [1_793_491_200, 1_796_083_200, 1_794_787_200, 1_795_392_000, 1_795_262_400, 1_795_280_400],
    node_id: 'node_1',
    estimated: false,
    outcome: 'completed',
    metadata: null,
    created_at: '2026-11-21T12:00:00.000Z',
    ...changes,
  };
}

const paid = {
  billing_source: 'api_credit',
  cost_nanos: 330_000,
  plan_milli: 0,
  plan_windows: null,
} as const;

describe.each(await testDatabases())('svc ledger check on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const directory = await mkdtemp(join(tmpdir(), 'svc-ledger-'));
    const journal = await UsageJournal.open({
      directory,
      deliver: (records) => chargeUsage(db, records),
      log,
    });
    await grantCredits(db, { organizationId: 'org_1', amountNanos: 1_000_000_000, note: '' }, NOW_MS);
    const records = [
      record('req_1', { engine_cost_nanos: 5 }),
      record('req_2', {}),
      record('req_3', { ...paid, engine_cost_nanos: 7 }),
      record('req_4', { ...paid, cost_nanos: 7 }),
    ];
    for (const each of records) journal.append(each, () => {});
    await journal.close();
    await rm(directory, { recursive: true, force: true });
  });
  afterAll(() => opened.close());

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
    'takes no grant of %d nano-dollars',
    async (amountNanos) => {
      const grant = { organizationId: 'org_1', amountNanos, note: '' };
      await expect(grantCredits(opened.store.db, grant, NOW_MS)).rejects.toThrow(RangeError);
    },
  );

  it('finds nothing in books that add up', async () => {
    const findings = await checkLedger(opened.store.db, NOW_MS);
    expect(findings.length).toBeGreaterThanOrEqual(7);
    expect(findings.flatMap(({ broken }) => broken)).toEqual([]);
    const wallet = await opened.store.db.selectFrom('wallets').selectAll().executeTakeFirstOrThrow();
    expect(wallet.balance_nanos).toBe(1_000_000_000 - 330_007);
  });

  it.each([
    [
      'add up to zero',
      `update ledger_entries set amount_nanos = amount_nanos + 1 where account = 'revenue' and transaction_id = 'req_3'`,
      'req_3 is off by 1',
    ],
    ['balance is the sum', `update wallets set balance_nanos = balance_nanos + 1`, 'org_1: balance'],
    [
      'charged once',
      `update usage_records set cost_nanos = 8 where request_id = 'req_4'`,
      'req_4: cost 8, charged 7',
    ],
    ['charged once', `delete from ledger_entries where transaction_id = 'req_4'`, 'req_4: cost 7, charged 0'],
    ['has its record', `delete from usage_records where request_id = 'req_3'`, 'transaction req_3'],
    [
      'is the sum of the records',
      `delete from usage_records where request_id = 'req_1'`,
      '2026-11-21 12:00, key key_1, M: recorded {1,',
    ],
    [
      'is the sum of the records',
      `update usage_hours set output_tokens = 41 where billing_source = 'api_credit'`,
      'counted {2,20,0,41,',
    ],
    [
      'is the sum of the records',
      `update usage_hours set user_id = 'user_2' where billing_source = 'subscription'`,
      'recorded nothing, counted {2,',
    ],
    [
      'is the sum of the records',
      `delete from usage_hours`,
      'recorded {2,20,0,40,0,330007,0,0,0,0,0}, counted nothing',
    ],
    [
      'by the day is the sum',
      `update usage_days set requests = 3 where billing_source = 'api_credit'`,
      'key key_1, M: by the hour {2,20,0,40,',
    ],
    ['by the day is the sum', `delete from usage_days`, 'counted nothing'],
    [
      'every organization by the day',
      `update usage_periods set engine_cost_nanos = 1 where period = 'day'`,
      'org_1, 2026-11-21, M: recorded {4,40,80,330007,12,5,2}, counted {4,40,80,330007,1,5,2}',
    ],
    ['every organization by the day', `delete from usage_periods where period = 'day'`, 'counted nothing'],
    [
      'by week and month',
      `update usage_periods set requests = 3 where period = 'week'`,
      'org_1, week of 2026-11-16, M: by the day {4,',
    ],
    ['by week and month', `delete from usage_periods where period = 'month'`, 'month of 2026-11-01'],
    ['is the sum of the records', `drop table usage_records_2026_11`, 'recorded nothing, counted {2,'],
    [
      'every month and scope',
      `update credit_spend set spent_nanos = 0 where scope = 'member'`,
      'member user_1: recorded 330007, counted 0',
    ],
    [
      'windows of each kind',
      `update plan_usage set used_milli = 1 where kind = 'weekly'`,
      'weekly: recorded 60000, counted 1',
    ],
    [
      'no hold is older',
      `insert into wallet_leases values ('org_1', 'node_9', 5, timestamptz '2026-11-21 11:00:00Z')`,
      'node node_9: 5',
    ],
  ])('reports violations of: %s', async (property, tampering, place) => {
    const undo = new Error('undone');
    const tampered = opened.store.db.transaction().execute(async (trx) => {
      await sql.raw(tampering).execute(trx);
      const findings = await checkLedger(trx, NOW_MS);
      const broken = findings.find((finding) => finding.property.includes(property))!.broken;
      expect(broken.join('; ')).toContain(place);
      throw undo;
    });
    await expect(tampered).rejects.toBe(undo);
  });
});
