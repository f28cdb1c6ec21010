import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { toPreciseTimestamp, type Store } from './index.ts';

const databases = await testDatabases();

describe.each(databases)('store on $kind', (database) => {
  let opened: OpenTestDatabase;
  let store: Store;
  beforeAll(async () => {
    opened = await database.open();
    store = opened.store;
  });
  afterAll(() => opened.close());

  const addOrganization = (id: string, db = store.db) =>
    db.insertInto('organizations').values({
      id,
      name: id,
      provisioning_name: id,
      plan: 'pro',
      subscribed_at: 1_763_000_000_123,
      created_at: 1_763_000_000_999,
    });

  it('reads int8, timestamptz, jsonb, bytea, bool, float and null in the same form', async () => {
    const { rows } =
      await sql`select 9007199254740991::int8 as big, -5::int8 as negative, '2026-11-20 21:14:02.123456+00'::timestamptz as at,
      '1965-01-01 00:00:00.5+00'::timestamptz as early, '{"a":[1,null,"x"]}'::jsonb as doc, '\\x00ff10'::bytea as bytes, true as yes, false as no,
      1.5::float8 as float, 7::int4 as small, 12.50::numeric as exact, null::text as nothing`.execute(
        store.db,
      );
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        negative: -5,
        at: Date.UTC(2026, 10, 20, 21, 14, 2, 123),
        early: Date.UTC(1965, 0, 1, 0, 0, 0, 500),
        doc: { a: [1, null, 'x'] },
        bytes: Buffer.from([0, 0xff, 0x10]),
        yes: true,
        no: false,
        float: 1.5,
        small: 7,
        exact: '12.50',
        nothing: null,
      },
    ]);
    expect(Buffer.isBuffer((rows[0] as { bytes: unknown }).bytes)).toBe(true);
  });

  it('fails instead of rounding an int8 or misreading a time that does not fit, and stays usable', async () => {
    await expect(sql`select 9007199254740993::int8 as big`.execute(store.db)).rejects.toThrow('int8');
    await expect(sql`select 'infinity'::timestamptz as at`.execute(store.db)).rejects.toThrow('timestamptz');
    await store.ping();
  });

  it('writes and compares timestamptz columns as epoch milliseconds', async () => {
    await addOrganization('org_times').execute();
    const match = (ms: number) =>
      store.db
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', 'org_times')
        .where('created_at', '<=', ms)
        .execute();
    expect(await match(1_763_000_000_999)).toHaveLength(1);
    expect(await match(1_763_000_000_998)).toHaveLength(0);
    const within = store.db
      .selectFrom('organizations as o')
      .select('o.id')
      .where('o.subscribed_at', 'in', [1, 1_763_000_000_123]);
    expect(await within.where('o.id', '=', 'org_times').execute()).toHaveLength(1);
    const between = store.db.selectFrom('organizations').select('id').where('id', '=', 'org_times');
    expect(
      await between.where((eb) => eb.between('created_at', 1_763_000_000_999, 1_763_000_001_000)).execute(),
    ).toHaveLength(1);
    await expect(sql`select ${1_763_000_000_999}::timestamptz`.execute(store.db)).rejects.toMatchObject({
      code: '22008',
    });
    await store.db
      .updateTable('organizations')
      .set({ created_at: -1 })
      .where('id', '=', 'org_times')
      .execute();
    const row = await store.db
      .selectFrom('organizations')
      .select(['created_at', 'subscribed_at'])
      .where('id', '=', 'org_times')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ created_at: -1, subscribed_at: 1_763_000_000_123 });
    const raw = await sql<{ at: number }>`select ${toPreciseTimestamp(-1)}::timestamptz as at`.execute(
      store.db,
    );
    expect(raw.rows).toEqual([{ at: -1 }]);
  });

  it('every timestamptz column, and no other, ends in _at', async () => {
    const { rows } = await sql<{ column_name: string; data_type: string }>`
      select column_name, data_type from information_schema.columns where table_schema = 'public'`.execute(
      store.db,
    );
    const odd = rows.filter(
      (row) => row.column_name.endsWith('_at') !== (row.data_type === 'timestamp with time zone'),
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(odd).toEqual([]);
  });

  it('writes lists and objects into jsonb, and bytes into bytea', async () => {
    await addOrganization('org_json').execute();
    await store.db
      .insertInto('users')
      .values({ id: 'user_json', email: 'a@b.c', name: 'A', created_at: 1 })
      .execute();
    await store.db
      .insertInto('workspaces')
      .values({
        id: 'ws_json',
        organization_id: 'org_json',
        name: 'x',
        allowed_ips: ['10.0.0.0/8', 'it\'s {"odd"}'],
        created_at: 1,
      })
      .execute();
    await store.db
      .insertInto('api_keys')
      .values({
        id: 'key_json',
        organization_id: 'org_json',
        workspace_id: 'ws_json',
        created_by: 'user_json',
        name: 'k',
        kind: 'private',
        fingerprint: Buffer.from([1, 2, 0, 255]),
        prefix: 'p',
        hint: 'h',
        pinned_version: 'v',
        created_at: 1,
      })
      .execute();
    expect(
      await store.db.selectFrom('workspaces').select('allowed_ips').where('id', '=', 'ws_json').execute(),
    ).toEqual([{ allowed_ips: ['10.0.0.0/8', 'it\'s {"odd"}'] }]);
    const found = await store.db
      .selectFrom('api_keys')
      .select(['id', 'use_count', 'allowed_ips'])
      .where('fingerprint', '=', Buffer.from([1, 2, 0, 255]))
      .execute();
    expect(found).toEqual([{ id: 'key_json', use_count: 0, allowed_ips: [] }]);
  });

  it('counts affected rows and passes the server error through with its code and constraint', async () => {
    await addOrganization('org_count').execute();
    const result = await store.db
      .updateTable('organizations')
      .set({ plan: 'max' })
      .where('id', '=', 'org_count')
      .executeTakeFirst();
    expect(result.numUpdatedRows).toBe(1n);
    const error: unknown = await addOrganization('org_count')
      .execute()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: '23505', constraint: 'organizations_pkey' });
  });

  it('rolls back a transaction that threw, and runs the next one', async () => {
    const failing = store.db.transaction().execute(async (trx) => {
      await addOrganization('org_rolled_back', trx).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const broken = store.db.transaction().execute(async (trx) => {
      await addOrganization('org_rolled_back', trx).execute();
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect(
      await store.db.selectFrom('organizations').select('id').where('id', '=', 'org_rolled_back').execute(),
    ).toEqual([]);
  });

  it('isolates concurrent transactions', async () => {
    await sql`create table counters (id int primary key, value int8 not null)`.execute(store.db);
    await sql`insert into counters values (1, 0)`.execute(store.db);
    const addOne = () =>
      store.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          value: number;
        }>`select value from counters where id = 1 for update`.execute(trx);
        await new Promise((resolve) => setImmediate(resolve));
        await sql`update counters set value = ${rows[0]!.value + 1} where id = 1`.execute(trx);
      });
    await Promise.all(Array.from({ length: 30 }, addOne));
    expect((await sql`select value from counters`.execute(store.db)).rows).toEqual([{ value: 30 }]);
  });

  it('runs several statements at once without parameters, and returns the last result', async () => {
    const { rows } = await sql
      .raw(`create table many (a int); insert into many values (1), (2); select count(*) as n from many`)
      .execute(store.db);
    expect(rows).toEqual([{ n: 2 }]);
    await expect(
      sql.raw(`insert into many values (3); select 1 / 0`).execute(store.db),
    ).rejects.toMatchObject({ code: '22012' });
    expect((await sql`select count(*) as n from many`.execute(store.db)).rows).toEqual([{ n: 2 }]);
  });

  it('refuses a Date as parameter', async () => {
    await expect(sql`select ${new Date(0)}::timestamptz`.execute(store.db)).rejects.toThrow(TypeError);
  });
});
