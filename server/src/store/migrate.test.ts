import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { migrate, MigrationEdited, openStore, SchemaTooNew, schemaState } from './index.ts';

const databases = await testDatabases();

describe.each(databases)('migrations on $kind', (database) => {
  let opened: OpenTestDatabase;
  let folder: string;
  let directory: URL;
  beforeAll(async () => {
    opened = await database.open({ migrated: false });
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
    directory = pathToFileURL(`${folder}/`);
    await write('0001_first', 'create table first (id int); insert into first values (1);');
  });
  afterEach(async () => {
    await sql`drop schema public cascade; create schema public`.execute(opened.store.db);
    await rm(folder, { recursive: true });
  });

  const write = (name: string, text: string) => writeFile(join(folder, `${name}.sql`), text);
  const tables = async () => {
    const { rows } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
      opened.store.db,
    );
    return rows.map(({ name }) => name).filter((name) => !name.startsWith('schema_'));
  };

  it('applies the packaged migrations, once', async () => {
    expect(await schemaState(opened.store)).toBe('behind');
    await migrate(opened.store);
    await migrate(opened.store);
    expect(await schemaState(opened.store)).toBe('current');
    expect(await tables()).toContain('usage_records');
  });

  it('applies only new migrations, all of them or none', async () => {
    await migrate(opened.store, directory);
    await write('0002_second', 'create table second (id int);');
    await write('0003_broken', 'create table third (id int); create table first (id int);');
    expect(await schemaState(opened.store, directory)).toBe('behind');
    await expect(migrate(opened.store, directory)).rejects.toMatchObject({ code: '42P07' });
    expect(await tables()).toEqual(['first']);
    await write('0003_broken', 'create table third (id int);');
    await migrate(opened.store, directory);
    expect(await tables()).toEqual(['first', 'second', 'third']);
  });

  it('refuses a database of a newer version without changing it', async () => {
    await write('0002_second', 'create table second (id int);');
    await migrate(opened.store, directory);
    await rm(join(folder, '0002_second.sql'));
    await write('0001_other', 'create table other (id int);');
    expect(await schemaState(opened.store, directory)).toBe('ahead');
    await expect(migrate(opened.store, directory)).rejects.toThrow(SchemaTooNew);
    await expect(migrate(opened.store, directory)).rejects.toMatchObject({
      unknownMigrations: ['0002_second'],
    });
    expect(await tables()).toEqual(['first', 'second']);
  });

  it('refuses an edited applied migration, but not one with other line endings', async () => {
    await migrate(opened.store, directory);
    await write('0001_first', 'create table first (id int); insert into first values (2);');
    await expect(migrate(opened.store, directory)).rejects.toThrow(MigrationEdited);
    await expect(schemaState(opened.store, directory)).rejects.toThrow('0001_first');
  });

  it('moves usage records from before 0006 into their months and sums them', async () => {
    await rm(folder, { recursive: true });
    const packaged = new URL('./migrations/', import.meta.url);
    const later = (await readdir(packaged)).filter((name) => name >= '0006');
    await cp(packaged, directory, {
      recursive: true,
      filter: (source) => later.every((name) => !source.endsWith(name)),
    });
    await migrate(opened.store, directory);
    await sql`
      insert into usage_records (
        request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, input_tokens, cached_input_tokens, output_tokens,
        reasoning_tokens, billing_source, price, cost_nanos, estimated, outcome, metadata, created_at, plan_milli, plan_windows, node_id)
      select 'req_' || n, 'org_1', 'ws_1', nullif('key_' || n % 2, 'key_0'), null, 'chat', 'M', n, 0, 1, 0, 'subscription', '{}', 0, false, 'completed',
        '{"a": 1}', timestamptz '2026-08-31T23:00:00Z' + n * interval '1 hour', 1000, '[1, 2]', 'node'
      from generate_series(0, 999) as n`.execute(opened.store.db);
    const all = () =>
      sql<object>`select * from usage_records order by created_at`
        .execute(opened.store.db)
        .then(({ rows }) => rows);
    const before = await all();
    await migrate(opened.store);
    // In these rows, columns added later are null or have their default.
    expect(await all()).toEqual(
      before.map((row) => ({
        ...row,
        server_tool_use: null,
        surface: null,
        service_tier: 'standard',
        engine_cost_nanos: null,
      })),
    );
    expect((await tables()).filter((name) => name.startsWith('usage_records_'))).toEqual([
      'usage_records_2026_08',
      'usage_records_2026_09',
      'usage_records_2026_10',
    ]);
    const { rows } = await sql<{ starts_at: number }>`select starts_at from usage_months order by 1`.execute(
      opened.store.db,
    );
    expect(rows.map(({ starts_at }) => starts_at)).toEqual([
      Date.UTC(2026, 7),
      Date.UTC(2026, 8),
      Date.UTC(2026, 9),
    ]);
    const { rows: sums } = await sql`
      select key_id, sum(requests)::int as requests, sum(input_tokens)::int as tokens, sum(plan_milli)::int as milli, count(distinct starts_at) as hours
      from usage_hours group by 1 order by 1`.execute(opened.store.db);
    expect(sums).toEqual([
      { key_id: '', requests: 500, tokens: 249_500, milli: 500_000, hours: 500 },
      { key_id: 'key_1', requests: 500, tokens: 250_000, milli: 500_000, hours: 500 },
    ]);
    const { rows: days } =
      await sql`select count(*) as n, sum(requests)::int as requests from usage_days`.execute(
        opened.store.db,
      );
    expect(days).toEqual([{ n: 1 + 2 * 42, requests: 1000 }]);
    const { rows: periods } = await sql`
      select period, count(*) as n, sum(requests)::int as requests, sum(requests_without_cost)::int as unknown from usage_periods
      group by 1 order by 1`.execute(opened.store.db);
    const all1000 = { requests: 1000, unknown: 1000 };
    expect(periods).toEqual([
      { period: 'day', n: 43, ...all1000 },
      { period: 'month', n: 3, ...all1000 },
      { period: 'week', n: 7, ...all1000 },
    ]);
  });

  it.runIf(database.kind === 'postgres')(
    'lets concurrent migrators wait for each other, longer than a query may take',
    async () => {
      await write(
        '0001_first',
        'select pg_sleep(2.5); create table first (id int); insert into first values (1);',
      );
      const { databaseUrl, dataDir } = opened;
      const stores = await Promise.all(
        Array.from({ length: 3 }, () =>
          openStore({ dataDir, databaseUrl: databaseUrl!, log: pino({ level: 'silent' }) }),
        ),
      );
      await Promise.all(stores.map((store) => migrate(store, directory)));
      expect((await sql`select * from first`.execute(opened.store.db)).rows).toEqual([{ id: 1 }]);
      await Promise.all(stores.map((store) => store.close()));
    },
  );
});
