import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedSessions } from './embedded-sessions.ts';

/** A request that crashes the worker, as running out of memory would. */
const POISON = { some: () => false, map: () => null } as unknown as [];

describe('embedded sessions', () => {
  let directory: string;
  let sessions: EmbeddedSessions;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-embedded-'));
    sessions = new EmbeddedSessions({ directory, log: pino({ level: 'silent' }) });
    const session = await sessions.acquire();
    await session.query('create table t (id int)', []);
    await session.release();
  });
  afterAll(async () => {
    await sessions.close();
    await rm(directory, { recursive: true });
  });

  it('gives the connection to one caller at a time, in order, and to nobody inside a transaction', async () => {
    const first = await sessions.acquire();
    await first.query('begin', []);
    await first.query('insert into t values (1)', []);
    const order: string[] = [];
    const others = ['a', 'b', 'c'].map(async (name) => {
      const session = await sessions.acquire();
      order.push(name);
      const { rows } = await session.query('select count(*) as n from t', []);
      await session.release();
      return rows;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(order).toEqual([]);
    await first.query('commit', []);
    await first.release();
    expect(await Promise.all(others)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('ends a transaction its holder left open', async () => {
    const careless = await sessions.acquire();
    await careless.query('begin', []);
    await careless.query('delete from t', []);
    await careless.release();
    const next = await sessions.acquire();
    expect((await next.query('select count(*) as n from t', [])).rows).toEqual([{ n: 1 }]);
    await next.release();
    await expect(careless.query('select 1', [])).rejects.toMatchObject({ reason: 'connection_lost' });
  });

  it('gives up on a holder after 5 s', async () => {
    const holder = await sessions.acquire();
    const startedMs = performance.now();
    await expect(sessions.acquire()).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'timed_out' });
    expect(performance.now() - startedMs).toBeGreaterThan(4_500);
    await holder.release();
    await (await sessions.acquire()).release();
  });

  it('rejects pending queries immediately when the worker ends, and reopens the database', async () => {
    const session = await sessions.acquire();
    await session.query('insert into t values (2)', []);
    const pending = [
      session.query('select 0', POISON),
      session.query('select 1', []),
      session.query('select 2', []),
    ];
    for (const outcome of await Promise.allSettled(pending)) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { name: 'StoreUnavailable', reason: 'worker_gone' },
      });
    }
    await session.release();
    const next = await sessions.acquire();
    expect((await next.query('select count(*) as n from t', [])).rows).toEqual([{ n: 2 }]);
    await next.release();
  });

  it('survives a log that cannot be written, and is not opened again and again meanwhile', async () => {
    const [log, elsewhere] = [join(directory, 'pg_wal'), join(directory, 'elsewhere')];
    const session = await sessions.acquire();
    await session.query('insert into t values (3)', []);
    await rename(log, elsewhere);
    await session.query('select pg_switch_wal()', []);
    await expect(session.query('insert into t values (4)', [])).rejects.toMatchObject({
      reason: 'worker_gone',
    });
    await session.release();
    await expect(sessions.acquire()).rejects.toMatchObject({ reason: 'cannot_connect' });
    await expect(sessions.acquire()).rejects.toMatchObject({ reason: 'failing' });
    await rm(log, { recursive: true, force: true });
    await rename(elsewhere, log);
    await expect
      .poll(async () => (await sessions.acquire()).release().then(() => 'open'), { timeout: 30_000 })
      .toBe('open');
    const next = await sessions.acquire();
    expect((await next.query('select id from t where id > 2', [])).rows).toEqual([{ id: 3 }]);
    await next.release();
  });
});
