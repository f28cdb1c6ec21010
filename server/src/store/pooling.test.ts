import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import {
  isPgBouncerThere,
  startPgBouncer,
  type PgBouncer,
  type PoolMode,
} from '../../test-kit/postgres/pgbouncer.ts';
import { JsonArray, migrate, openStore, schemaState, type Store } from './index.ts';
import { findPooling, requirePooling } from './pooling.ts';
import { postgresAddress } from './postgres-address.ts';

const log = pino({ level: 'silent' });
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const pooled = (url: string) => postgresAddress('DATABASE_URL', url);
const direct = (url: string) => postgresAddress('DATABASE_DIRECT_URL', url);

describe.runIf(postgres)('poolers', () => {
  let opened: OpenTestDatabase;
  const poolers: PgBouncer[] = [];
  const stores: Store[] = [];
  beforeAll(async () => {
    opened = await postgres!.open();
  });
  beforeEach((context) => {
    if (!isPgBouncerThere()) context.skip('PgBouncer not found');
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await Promise.all(poolers.splice(0).map((pooler) => pooler.stop()));
  });
  afterAll(() => opened.close());

  async function through(mode: PoolMode, settings = {}): Promise<string> {
    const pooler = await startPgBouncer(opened.databaseUrl!, mode, settings);
    poolers.push(pooler);
    return pooler.urlOf(opened.databaseUrl!);
  }

  async function open(databaseUrl: string, directUrl?: string): Promise<Store> {
    const store = await openStore({
      dataDir: opened.dataDir,
      databaseUrl,
      ...(directUrl === undefined ? {} : { directUrl }),
      log,
    });
    stores.push(store);
    return store;
  }

  it('are told from the server itself', async () => {
    expect(await findPooling(pooled(opened.databaseUrl!))).toBe('direct');
  });

  it.each([
    ['session', {}],
    ['session', { server_round_robin: '1' }],
    ['transaction', {}],
    ['transaction', { server_round_robin: '1' }],
    ['transaction', { default_pool_size: '1' }],
    ['statement', {}],
  ] as const)('are found in %s mode with the settings %o', async (mode, settings) => {
    expect(await findPooling(pooled(await through(mode, settings)))).toBe(mode);
  });

  it('are found while other nodes keep their sessions busy', async () => {
    const url = await through('transaction');
    const busy = await Promise.all([open(url, opened.databaseUrl), open(url, opened.databaseUrl)]);
    const over = new AbortController();
    const load = busy.flatMap((store) =>
      Array.from({ length: 4 }, async () => {
        while (!over.signal.aborted) await store.ping();
      }),
    );
    try {
      for (let tries = 0; tries < 5; tries++) expect(await findPooling(pooled(url))).toBe('transaction');
    } finally {
      over.abort();
      await Promise.all(load);
    }
  });

  it('in transaction mode are refused with what to set', async () => {
    const url = await through('transaction');
    const text = `DATABASE_URL leads to ${new URL(url).host}, a connection pooler in transaction mode.`;
    await expect(requirePooling(pooled(url))).rejects.toThrow(text);
    await expect(requirePooling(pooled(url))).rejects.toThrow('Set DATABASE_DIRECT_URL to the address');
    await expect(migrate(await open(url))).rejects.toMatchObject({ name: 'PoolingRefused' });
    await expect(requirePooling(pooled(url), direct(url))).rejects.toThrow(
      `DATABASE_DIRECT_URL leads to ${new URL(url).host}, a connection pooler in transaction mode.`,
    );
    await expect(requirePooling(pooled(url), direct(opened.databaseUrl!))).resolves.toBeUndefined();
  });

  it('in statement mode are refused, with a direct address too', async () => {
    const url = await through('statement');
    for (const beside of [undefined, direct(opened.databaseUrl!)])
      await expect(requirePooling(pooled(url), beside)).rejects.toThrow(
        'a connection pooler in statement mode. It allows no transactions.',
      );
  });

  it('are refused beside the address of another database', async () => {
    const other = await postgres!.open();
    try {
      await expect(
        requirePooling(pooled(await through('session')), direct(other.databaseUrl!)),
      ).rejects.toThrow('Both must lead to the same database');
    } finally {
      await other.close();
    }
  });

  const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
  const setting = async (db: Store['db']) => (await limit.execute(db)).rows[0]!.limit;

  it('in session mode get the limits of the service for each connection', async () => {
    const store = await open(await through('session'));
    await migrate(store);
    expect(await schemaState(store)).toBe('current');
    expect(await setting(store.db)).toMatch(/^\d+s$/);
  });

  it('in transaction mode get the limits with each transaction, and leave nothing to others', async () => {
    const store = await open(await through('transaction', { default_pool_size: '2' }), opened.databaseUrl);
    await migrate(store);
    const inTransactions = await Promise.all(
      Array.from({ length: 8 }, () => store.db.transaction().execute((trx) => setting(trx))),
    );
    expect(new Set(inTransactions)).toEqual(new Set([await setting((await open(opened.databaseUrl!)).db)]));
    const outside = await Promise.all(Array.from({ length: 8 }, () => setting(store.db)));
    expect(new Set(outside)).toEqual(new Set(['0']));
    // Prepared statements of one connection would be missing in the session that another left.
    const batches = Array.from({ length: 40 }, (_, n) =>
      sql<{ n: number }>`
        select (r->>'n')::int as n from jsonb_array_elements(${JsonArray.of([`{"n":${n}}`])}::jsonb) as r`
        .execute(store.db)
        .then(({ rows }) => rows[0]!.n),
    );
    expect(await Promise.all(batches)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('in transaction mode bring announcements by the direct address', async () => {
    const store = await open(await through('transaction'), opened.databaseUrl);
    const received: unknown[] = [];
    const isListening = Promise.withResolvers<void>();
    store.announcements!.listen(
      'news',
      (message) => received.push(message),
      (isConnected) => isConnected && isListening.resolve(),
    );
    await isListening.promise;
    await store.announcements!.announce('news', { n: 1 });
    await expect.poll(() => received).toEqual([{ n: 1 }]);
  });
});
