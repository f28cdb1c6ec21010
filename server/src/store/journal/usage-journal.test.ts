import { execFileSync, spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeUsage } from '#features/billing';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { mountSmallDisk } from '../../../test-kit/mount-small-disk.ts';
import { startTcpProxy } from '../../../test-kit/fakes/tcp-proxy.ts';
import { openStore, StoreUnavailable, UsageJournal, type UsageRecord } from '../index.ts';
import type { DeliverBatch } from './journal.ts';
import { testUsageRecord } from './test-usage-record.ts';

const log = pino({ level: 'silent' });
const databases = await testDatabases();

function appended(journal: UsageJournal, record: UsageRecord): Promise<void> {
  return new Promise((resolve, reject) =>
    journal.append(record, (error) => (error === undefined ? resolve() : reject(error))),
  );
}

async function until(condition: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadlineMs) throw new Error('never happened');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.each(databases)('usage journal on $kind', (database) => {
  let opened: OpenTestDatabase;
  let directory: string;
  let journal: UsageJournal | undefined;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-journal-'));
  });
  afterEach(async () => {
    await journal?.close();
    journal = undefined;
    await sql`truncate usage_records, plan_usage, credit_spend, ledger_entries, wallets cascade`.execute(
      opened.store.db,
    );
    await rm(directory, { recursive: true, force: true });
  });

  const open = async (options: { deliver?: DeliverBatch; segmentBytes?: number; directory?: string } = {}) =>
    (journal = await UsageJournal.open({
      directory,
      deliver: (records) => chargeUsage(opened.store.db, records),
      log,
      ...options,
    }));
  const storedIds = async () => {
    const rows = await opened.store.db
      .selectFrom('usage_records')
      .select('request_id')
      .orderBy('request_id')
      .execute();
    return rows.map((row) => row.request_id);
  };
  const segments = async () => (await readdir(directory)).filter((name) => /^\d+\.jsonl$/.test(name));
  const noDatabase: DeliverBatch = () => Promise.reject(new StoreUnavailable('failing'));

  it('D-90 stores every field of a record, and null for what is null', async () => {
    const usage = await open();
    await appended(usage, testUsageRecord('req_a'));
    await appended(
      usage,
      testUsageRecord('req_b', {
        key_id: null,
        user_id: 'user_1',
        metadata: null,
        price: { a: [1] },
        cost_nanos: Number.MAX_SAFE_INTEGER,
        engine_cost_nanos: 7,
        server_tool_use: { mcp: 2 },
        surface: 'desktop',
      }),
    );
    await usage.flush();
    const rows = await opened.store.db
      .selectFrom('usage_records')
      .selectAll()
      .orderBy('request_id')
      .execute();
    const created_at = Date.parse('2026-11-20T21:14:02.123Z');
    expect(rows[0]).toEqual({
      ...testUsageRecord('req_a'),
      server_tool_use: null,
      engine_cost_nanos: null,
      surface: null,
      service_tier: 'standard',
      created_at,
    });
    expect(rows[1]).toMatchObject({
      key_id: null,
      metadata: null,
      price: { a: [1] },
      cost_nanos: Number.MAX_SAFE_INTEGER,
      engine_cost_nanos: 7,
      server_tool_use: { mcp: 2 },
      surface: 'desktop',
    });
    const { rows: nulls } = await sql<{
      n: number;
    }>`select count(*) as n from usage_records where metadata is null`.execute(opened.store.db);
    expect(nulls).toEqual([{ n: 1 }]);
    expect(usage.backlogBytes).toBe(0);
  });

  it('writes the records of one turn before any of their callbacks, and calls all of them even when one throws', async () => {
    const usage = await open({ deliver: noDatabase });
    const order: string[] = [];
    const done = new Promise<void>((resolve) => {
      usage.append(testUsageRecord('req_1'), () => {
        order.push('first');
        throw new Error('a bug');
      });
      usage.append(testUsageRecord('req_2'), () => {
        order.push('second');
        resolve();
      });
    });
    order.push('appended');
    await done;
    expect(order).toEqual(['appended', 'first', 'second']);
    const [name] = await segments();
    expect((await readFile(join(directory, name!), 'utf8')).match(/req_\d/g)).toEqual(['req_1', 'req_2']);
  });

  it('delivers automatically, records a request id once, and deletes delivered segments', async () => {
    const usage = await open({ segmentBytes: 20_000 });
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => appended(usage, testUsageRecord(`req_${i % 400}`))),
    );
    for (let i = 400; i < 600; i++) await appended(usage, testUsageRecord(`req_${i}`));
    await until(() => usage.backlogBytes === 0);
    expect((await storedIds()).length).toBe(600);
    await usage.close();
    expect(await segments()).toEqual([]);
    expect(await readdir(directory)).not.toContain('rejected.jsonl');
  });

  it('keeps nothing in memory and loses nothing during a database outage', async () => {
    const down = await open({ deliver: noDatabase, segmentBytes: 100_000 });
    await Promise.all(Array.from({ length: 3_000 }, (_, i) => appended(down, testUsageRecord(`req_${i}`))));
    expect(down.accepting).toBe(true);
    expect(down.backlogBytes).toBeGreaterThan(1_000_000);
    await down.close();
    expect(down.accepting).toBe(false);
    await expect(appended(down, testUsageRecord('req_late'))).rejects.toThrow('closed');
    const back = await open();
    await back.flush();
    expect((await storedIds()).length).toBe(3_000);
  });

  it('survives kill -9: acknowledged records are stored exactly once, however often they are replayed', async () => {
    const script = fileURLToPath(new URL('./append-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const calledBack: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      calledBack.push(line);
      if (calledBack.length === 2_000) child.kill('SIGKILL');
    }
    const copy = await mkdtemp(join(tmpdir(), 'svc-journal-'));
    await cp(directory, copy, { recursive: true });
    await (await open()).flush();
    const stored = new Set(await storedIds());
    expect(calledBack.length).toBeGreaterThanOrEqual(2_000);
    expect(calledBack.filter((id) => !stored.has(id))).toEqual([]);
    await journal!.close();
    await (await open({ directory: copy })).flush();
    expect((await storedIds()).length).toBe(stored.size);
    expect([...(await readdir(directory)), ...(await readdir(copy))]).not.toContain('rejected.jsonl');
    await rm(copy, { recursive: true });
  });

  it('cuts off an incomplete last line and keeps the rest', async () => {
    const line = (id: string) => JSON.stringify(testUsageRecord(id));
    const path = join(directory, '000000000007.jsonl');
    await writeFile(path, `${line('req_1')}\n${line('req_2')}\n${line('req_3')}`);
    await truncate(path, (await readFile(path)).length - 30);
    await writeFile(join(directory, '000000000008.jsonl'), '{"torn":');
    const usage = await open();
    await appended(usage, testUsageRecord('req_4'));
    expect(await segments()).toContain('000000000009.jsonl');
    await usage.flush();
    expect(await storedIds()).toEqual(['req_1', 'req_2', 'req_4']);
  });

  it('flushes a segment that is followed by one without a whole record', async () => {
    await writeFile(join(directory, '000000000001.jsonl'), `${JSON.stringify(testUsageRecord('req_1'))}\n`);
    await writeFile(join(directory, '000000000002.jsonl'), '{"torn":');
    await (await open()).flush();
    expect(await storedIds()).toEqual(['req_1']);
    await until(() => journal!.backlogBytes === 0);
  });

  it('sets aside what the database rejects and delivers everything around it', async () => {
    const good = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify(testUsageRecord(`req_${String(i).padStart(2, '0')}`)),
    );
    const bad = JSON.stringify({ ...testUsageRecord('req_bad'), outcome: 'invented' });
    const lines = [
      ...good.slice(0, 20),
      'not json',
      '',
      bad,
      '5',
      ...good.slice(20),
      '{"request_id":"req_half"}',
    ];
    await writeFile(join(directory, '000000000001.jsonl'), `${lines.join('\n')}\n`);
    const usage = await open();
    await appended(usage, testUsageRecord('req_z'));
    await usage.flush();
    expect((await storedIds()).length).toBe(51);
    const rejected = (await readFile(join(directory, 'rejected.jsonl'), 'utf8')).trim().split('\n');
    expect(rejected.toSorted()).toEqual([bad, '5', 'not json', '{"request_id":"req_half"}'].toSorted());
  });

  it('records metadata that PostgreSQL cannot store, with replacement characters', async () => {
    const usage = await open();
    await appended(
      usage,
      testUsageRecord('req_1', {
        metadata: { 'nul\0key': 'nul\0', half: '\ud800', pair: '😀', escape: '\\u0000' },
      }),
    );
    await usage.flush();
    const [row] = await opened.store.db.selectFrom('usage_records').select('metadata').execute();
    expect(row?.metadata).toEqual({
      'nul\uFFFDkey': 'nul\uFFFD',
      half: '\uFFFD',
      pair: '😀',
      escape: '\\u0000',
    });
  });

  it('waits for a repair when the whole table is unusable, and rejects nothing', async () => {
    await sql`alter table usage_records rename to usage_records_away`.execute(opened.store.db);
    const usage = await open();
    await appended(usage, testUsageRecord('req_1'));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await sql`alter table usage_records_away rename to usage_records`.execute(opened.store.db);
    await usage.flush();
    expect(await storedIds()).toEqual(['req_1']);
    expect(await readdir(directory)).not.toContain('rejected.jsonl');
  });

  it('refuses records while the disk is full, cuts partial writes, and recovers automatically', async (context) => {
    if (!mountSmallDisk(directory)) return context.skip('cannot mount a small file system');
    try {
      const usage = await open({ deliver: noDatabase });
      await appended(usage, testUsageRecord('req_first'));
      const filler = join(directory, 'filler');
      await appendFile(filler, Buffer.alloc(300_000)).catch(() => undefined);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, i) => appended(usage, testUsageRecord(`req_${i}`))),
      );
      const writtenIds = outcomes.flatMap((outcome, i) =>
        outcome.status === 'fulfilled' ? [`req_${i}`] : [],
      );
      expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'ENOSPC' } });
      expect(usage.accepting).toBe(false);
      const [name] = await segments();
      const lines = (await readFile(join(directory, name!), 'utf8')).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => (JSON.parse(line) as UsageRecord).request_id)).toEqual([
        'req_first',
        ...writtenIds,
      ]);
      await rm(filler);
      await until(() => usage.accepting);
      await appended(usage, testUsageRecord('req_last'));
      await usage.close();
      await (await open()).flush();
      expect((await storedIds()).toSorted()).toEqual(['req_first', ...writtenIds, 'req_last'].toSorted());
      await journal!.close();
    } finally {
      execFileSync('umount', ['-l', directory]);
    }
  });

  it.runIf(database.kind === 'postgres')(
    'delivers without a restart when the database is available again',
    async () => {
      const url = new URL(opened.databaseUrl!);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
      url.port = String(proxy.port);
      const store = await openStore({ dataDir: directory, databaseUrl: url.href, log });
      const usage = await open({ deliver: (records) => chargeUsage(store.db, records) });
      await appended(usage, testUsageRecord('req_1'));
      await usage.flush();
      proxy.freeze();
      await appended(usage, testUsageRecord('req_2'));
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(usage.accepting).toBe(true);
      await appended(usage, testUsageRecord('req_3'));
      proxy.thaw();
      await usage.flush();
      expect(await storedIds()).toEqual(['req_1', 'req_2', 'req_3']);
      await usage.close();
      await store.close();
      await proxy.close();
    },
  );
});
