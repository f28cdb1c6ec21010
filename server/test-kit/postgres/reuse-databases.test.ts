import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../databases/databases.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

describe.skipIf(!postgres)('databases of a PostgreSQL server', () => {
  const nameOf = ({ databaseUrl }: OpenTestDatabase) => new URL(databaseUrl!).pathname.slice(1);
  const one = async ({ store }: OpenTestDatabase, query: string) =>
    (await sql.raw<{ n: unknown }>(`select (${query}) as n`).execute(store.db)).rows[0]?.n;

  /** What a test leaves behind. Answers the name of its database. */
  async function leave(statements: string): Promise<string> {
    const opened = await postgres!.open();
    await sql.raw(statements).execute(opened.store.db);
    await opened.close();
    return nameOf(opened);
  }

  it('are lent again without rows, and without months and weeks of other times', async () => {
    const name = await leave(`
      insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at)
        values ('org_1', 'Acme', 'Acme', 'pro', now(), now());
      delete from event_cursors;
      create table usage_records_1999_01 (n int);
      analyze organizations`);
    const opened = await postgres!.open();
    expect(nameOf(opened)).toBe(name);
    expect(await one(opened, 'select count(*) from organizations')).toBe(0);
    expect(await one(opened, 'select count(*) from event_cursors')).not.toBe(0);
    expect(await one(opened, `to_regclass('usage_records_1999_01') is null`)).toBe(true);
    expect(await one(opened, `select reltuples from pg_class where relname = 'organizations'`)).toBe(-1);
    await opened.close();
  });

  it.each(['alter table organizations add column more int', 'drop table usage_months'])(
    'are not lent again after %s',
    async (statement) => {
      const name = await leave(statement);
      const opened = await postgres!.open();
      expect(nameOf(opened)).not.toBe(name);
      await opened.close();
    },
  );

  it('are not lent again while somebody is connected', async () => {
    const opened = await postgres!.open();
    const client = new Client({ connectionString: opened.databaseUrl! });
    client.on('error', () => undefined);
    await client.connect();
    await opened.close();
    const next = await postgres!.open();
    expect(nameOf(next)).not.toBe(nameOf(opened));
    await next.close();
    await client.end().catch(() => undefined);
  });
});
