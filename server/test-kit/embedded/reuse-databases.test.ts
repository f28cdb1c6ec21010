import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '#store';
import { endIdleDatabases, lendDatabase } from './reuse-databases.ts';

const log = pino({ level: 'silent' });
const openIn = (dataDir: string): Promise<Store> => openStore({ dataDir, log });
const run = (store: Store, statement: string) => sql.raw<{ n: number }>(statement).execute(store.db);
const one = async (store: Store, query: string) => (await run(store, `select (${query}) as n`)).rows[0]?.n;

/** The number of the thread: its database counts its transactions on. */
const transactions = (store: Store) => one(store, 'select txid_current()::int');

// Other files of this process leave some.
beforeEach(endIdleDatabases);

async function inDirectory<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  lendDatabase(dataDir);
  try {
    return await use(dataDir);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** What a test leaves behind, and how far the database had counted. */
const leave = (statements: string) =>
  inDirectory(async (dataDir) => {
    const store = await openIn(dataDir);
    await run(store, statements);
    const count = await transactions(store);
    await store.close();
    return count!;
  });

const ROWS = `
  insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at)
    values ('org_1', 'Acme', 'Acme', 'pro', now(), now());
  delete from event_cursors;
  set statement_timeout = '1h'`;

it('a lent database is the one of an earlier test, without its rows, its settings or its months', async () => {
  const before = await leave(`${ROWS}; create table usage_records_1999_01 (n int)`);
  await inDirectory(async (dataDir) => {
    const store = await openIn(dataDir);
    expect(await transactions(store)).toBeGreaterThan(before);
    expect(await one(store, 'select count(*) from organizations')).toBe(0);
    expect(await one(store, 'select count(*) from event_cursors')).toBeGreaterThan(0);
    expect(await one(store, `select to_regclass('usage_records_1999_01') is null`)).toBe(true);
    expect(await one(store, `select current_setting('statement_timeout')`)).toBe('0');
    await store.close();
  });
});

it('a lent database that is opened again has its rows, and lost what was not committed', () =>
  inDirectory(async (dataDir) => {
    const first = await openIn(dataDir);
    await run(first, ROWS);
    await run(first, 'begin; delete from organizations');
    await first.close();
    await expect(run(first, 'select 1')).rejects.toMatchObject({ reason: 'closed' });
    const second = await openIn(dataDir);
    expect(await one(second, 'select count(*) from organizations')).toBe(1);
    await second.close();
  }));

it.each([
  ['a column', 'alter table organizations add column more int'],
  ['a constraint', 'alter table organizations add constraint none check (true)'],
  ['a function', 'create function nothing() returns int language sql as $$ select 1 $$'],
  ['statistics', `${ROWS}; analyze organizations`],
])('a database is not lent again when %s was added', async (_, statement) => {
  const before = await leave(statement);
  await inDirectory(async (dataDir) => {
    const store = await openIn(dataDir);
    expect(await transactions(store)).toBeLessThan(before);
    await store.close();
  });
});
