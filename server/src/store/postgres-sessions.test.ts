import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { startTcpProxy, type TcpProxy } from '../../test-kit/fakes/tcp-proxy.ts';
import { openStore, StoreUnavailable, type Store } from './index.ts';

const log = pino({ level: 'silent' });
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');

async function timed(work: Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const startedMs = performance.now();
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { ms: performance.now() - startedMs, error };
}

/**
 * Retries until the store answers, as callers do. Fails when that takes longer than the circuit and one
 * connection attempt.
 */
async function untilAvailable(store: Store): Promise<void> {
  const deadlineMs = performance.now() + 3_000;
  for (;;) {
    const { error } = await timed(store.ping());
    if (error === undefined) return;
    if (performance.now() > deadlineMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.runIf(postgres)('a failing PostgreSQL', () => {
  let opened: OpenTestDatabase;
  let proxy: TcpProxy;
  let store: Store;
  beforeEach(async () => {
    opened = await postgres!.open();
    const url = new URL(opened.databaseUrl!);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    // The test measures how soon the store gives up.
    url.searchParams.delete('connect_timeout');
    store = await openStore({ dataDir: opened.dataDir, databaseUrl: url.href, log });
  });
  afterEach(async () => {
    proxy.thaw();
    await store.close();
    await proxy.close();
    await opened.close();
  });

  it('fails a query on a frozen server within 2 s, later ones immediately, and recovers automatically', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.ping()));
    proxy.freeze();
    const first = await Promise.all(Array.from({ length: 40 }, () => timed(store.ping())));
    for (const { ms, error } of first) {
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(ms).toBeLessThan(3_500);
    }
    const next = await Promise.all(Array.from({ length: 20 }, () => timed(store.ping())));
    for (const { ms, error } of next) {
      expect(error).toMatchObject({ reason: 'failing' });
      expect(ms).toBeLessThan(500);
    }
    proxy.thaw();
    await untilAvailable(store);
    await Promise.all(Array.from({ length: 20 }, () => store.ping()));
  });

  it('waits for a connection as long as the URL says', async () => {
    const url = Object.assign(new URL(opened.databaseUrl!), {
      port: String(proxy.port),
      hostname: '127.0.0.1',
    });
    url.searchParams.set('connect_timeout', '20');
    const patient = await openStore({ dataDir: opened.dataDir, databaseUrl: url.href, log });
    try {
      proxy.freeze();
      setTimeout(() => proxy.thaw(), 2_200);
      expect((await timed(patient.ping())).error).toBeUndefined();
    } finally {
      await patient.close();
    }
  });

  it('lets one caller at a time probe a frozen server', async () => {
    await store.ping();
    proxy.freeze();
    await timed(store.ping());
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = proxy.accepted;
    const results = await Promise.all(Array.from({ length: 20 }, () => timed(store.ping())));
    expect(results.filter(({ ms }) => ms > 500)).toHaveLength(1);
    expect(proxy.accepted - before).toBeLessThanOrEqual(1);
  });

  it('fails immediately when connections are refused, survives the loss of idle ones, and recovers automatically', async () => {
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    await proxy.refuse();
    const { ms, error } = await timed(store.ping());
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(ms).toBeLessThan(500);
    await proxy.restore();
    await untilAvailable(store);
  });

  it('fails a transaction that was cut off, and keeps nothing of it', async () => {
    const cutOff = store.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('users')
        .values({ id: 'user_cut', email: 'cut@x.y', name: 'C', created_at: 1 })
        .execute();
      await proxy.refuse();
      await trx.selectFrom('users').select('id').execute();
    });
    await expect(cutOff).rejects.toThrow(StoreUnavailable);
    await proxy.restore();
    await untilAvailable(store);
    expect(await store.db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  it('does not wait twice for a transaction on a frozen server, and reports the first failure', async () => {
    const { ms, error } = await timed(
      store.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        proxy.freeze();
        await sql`select 2`.execute(trx);
      }),
    );
    expect(error).toMatchObject({ name: 'StoreUnavailable', reason: 'timed_out' });
    expect(ms).toBeLessThan(3_500);
  });

  it('treats a slow statement as unavailable, but not the server', async () => {
    const { error } = await timed(sql`select pg_sleep(5)`.execute(store.db));
    expect(error).toMatchObject({ name: 'StoreUnavailable', reason: 'timed_out' });
    await untilAvailable(store);
  });

  it('survives having its connections terminated by the server', async () => {
    await Promise.all(Array.from({ length: 5 }, () => store.ping()));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      opened.store.db,
    );
    await untilAvailable(store);
  });

  it('does not mistake a busy pool for a dead server', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const holders = Array.from({ length: 10 }, () =>
      store.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        await held;
        await sql`select 1`.execute(trx);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { error } = await timed(store.ping());
    expect(error).toMatchObject({ reason: 'timed_out' });
    release();
    await Promise.all(holders);
    await store.ping();
  });

  it('AUTH-38 keeps callers waiting for the connections it has, however long the server accepts no more', async () => {
    const role = `svc_role_${randomBytes(6).toString('hex')}`;
    await sql.raw(`create role ${role} login password '${role}'`).execute(opened.store.db);
    const url = Object.assign(new URL(opened.databaseUrl!), { username: role, password: role });
    url.searchParams.set('connect_timeout', '10');
    const limited = await openStore({ dataDir: opened.dataDir, databaseUrl: url.href, log });
    try {
      await Promise.all([limited.ping(), limited.ping()]);
      await sql.raw(`alter role ${role} connection limit 0`).execute(opened.store.db);
      const busy = [1, 2].map(() => sql`select pg_sleep(1.8)`.execute(limited.db));
      const early = timed(limited.ping());
      // Connections are tried again after a second, and that one also tries for those that wait.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const late = timed(limited.ping());
      expect([(await early).error, (await late).error]).toEqual([undefined, undefined]);
      await Promise.all(busy);
    } finally {
      await limited.close();
      await sql.raw(`drop role ${role}`).execute(opened.store.db);
    }
  });
});

describe('no PostgreSQL', () => {
  it('opens without contacting the server and reports that it cannot connect', async () => {
    const placeholder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => placeholder.once('listening', resolve));
    const { port } = placeholder.address() as AddressInfo;
    await new Promise((resolve) => placeholder.close(resolve));
    const store = await openStore({
      dataDir: '/nonexistent',
      databaseUrl: `postgres://user:hunter2@127.0.0.1:${port}/db`,
      log,
    });
    const error: unknown = await store.ping().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StoreUnavailable', reason: 'cannot_connect', code: 'ECONNREFUSED' });
    expect((error as Error).message).toContain(`127.0.0.1:${port}`);
    expect((error as Error).message).not.toContain('hunter2');
    await store.close();
    await expect(store.ping()).rejects.toMatchObject({ reason: 'closed' });
  });
});
