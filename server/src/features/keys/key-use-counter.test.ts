import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createUser } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { Scheduler } from '#jobs';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { issueKey } from './issue-key.ts';
import { KeyUseCounter } from './key-use-counter.ts';

const log = pino({ level: 'silent' });
const NOW_MS = 1_767_225_600_123;

for (const database of await testDatabases()) {
  describe(`KeyUseCounter on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;
    let owner: { organizationId: string; workspaceId: string; createdBy: string };

    beforeAll(async () => {
      opened = await database.open();
      const { db } = opened.store;
      const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, NOW_MS);
      const workspaceId = await insertWorkspace(
        db,
        { organizationId, name: 'Default', isDefault: true },
        NOW_MS,
      );
      owner = {
        organizationId,
        workspaceId,
        createdBy: await createUser(db, { email: 'ada@acme.test', name: 'Ada' }, NOW_MS),
      };
    });

    afterAll(async () => {
      await opened.close();
    });

    async function setUp() {
      const { db } = opened.store;
      const { id } = await issueKey(
        db,
        { ...owner, name: 'k', kind: 'private', pinnedVersion: '2026-11-01' },
        NOW_MS,
      );
      const clock = createClock();
      const usage = () =>
        db
          .selectFrom('api_keys')
          .select(['use_count', 'last_used_at', 'last_used_ip'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      return { db, id, clock, usage, counter: new KeyUseCounter({ db, log }) };
    }

    it('AUTH-39 KEY-18 KEY-19 KEY-20 writes count, time and address of the last use once a minute', async () => {
      const { id, clock, usage, counter } = await setUp();
      const scheduler = new Scheduler({ clock, log });
      scheduler.every(counter.job);
      counter.record(id, '203.0.113.7', NOW_MS);
      counter.record(id, '203.0.113.8', NOW_MS + 5_000);
      await clock.advance(59_000);
      expect(await usage()).toEqual({ use_count: 0, last_used_at: null, last_used_ip: null });
      await clock.advance(1_000);
      expect(await usage()).toEqual({
        use_count: 2,
        last_used_at: NOW_MS + 5_000,
        last_used_ip: '203.0.113.8',
      });
      counter.record(id, '203.0.113.9', NOW_MS + 60_000);
      await scheduler.close();
      await counter.close();
      expect(await usage()).toEqual({
        use_count: 3,
        last_used_at: NOW_MS + 60_000,
        last_used_ip: '203.0.113.9',
      });
    });

    it('keeps the later use when another node wrote it first', async () => {
      const { db, id, usage, counter } = await setUp();
      await db
        .updateTable('api_keys')
        .set({ last_used_at: NOW_MS + 1, last_used_ip: '203.0.113.1', use_count: 5 })
        .where('id', '=', id)
        .execute();
      counter.record(id, '203.0.113.2', NOW_MS);
      await counter.close();
      expect(await usage()).toEqual({ use_count: 6, last_used_at: NOW_MS + 1, last_used_ip: '203.0.113.1' });
    });

    it('passes over a key that is no more', async () => {
      const { id, usage, counter } = await setUp();
      counter.record('apikey_none', '203.0.113.2', NOW_MS);
      counter.record(id, '203.0.113.2', NOW_MS);
      await counter.close();
      expect((await usage()).use_count).toBe(1);
    });

    it('loses nothing while the database is away', async () => {
      const { db, id, usage } = await setUp();
      let unavailable = true;
      const counter = new KeyUseCounter({ db: failing(db, 'before commit', () => unavailable), log });
      counter.record(id, '203.0.113.1', NOW_MS);
      await counter.flush();
      counter.record(id, '203.0.113.2', NOW_MS + 1);
      await counter.flush();
      expect((await usage()).use_count).toBe(0);
      unavailable = false;
      counter.record(id, '203.0.113.3', NOW_MS + 2);
      await counter.close();
      expect(await usage()).toEqual({ use_count: 3, last_used_at: NOW_MS + 2, last_used_ip: '203.0.113.3' });
    });

    it('doubles nothing when the answer to a commit is lost', async () => {
      const { db, id, usage } = await setUp();
      let unavailable = true;
      const counter = new KeyUseCounter({ db: failing(db, 'after commit', () => unavailable), log });
      counter.record(id, '203.0.113.1', NOW_MS);
      await counter.flush();
      unavailable = false;
      counter.record(id, '203.0.113.2', NOW_MS + 1);
      await counter.close();
      expect((await usage()).use_count).toBe(2);
    });

    it('writes very many keys a portion at a time, and keeps the portions that were not written', async () => {
      const { db, id, usage } = await setUp();
      const other = await setUp();
      // Asked before and after each transaction: the second one fails before it begins.
      let asked = 0;
      const counter = new KeyUseCounter({ db: failing(db, 'before commit', () => ++asked === 3), log });
      counter.record(id, '203.0.113.1', NOW_MS);
      for (let n = 0; n < 10_000; n++) counter.record(`apikey_none_${n}`, '203.0.113.1', NOW_MS);
      counter.record(other.id, '203.0.113.1', NOW_MS);
      await counter.flush();
      expect([(await usage()).use_count, (await other.usage()).use_count]).toEqual([1, 0]);
      await counter.close();
      expect([(await usage()).use_count, (await other.usage()).use_count]).toEqual([1, 1]);
    });

    it('two nodes that flush the same keys add up', async () => {
      const { db, id, usage } = await setUp();
      const other = await setUp();
      const counters = Array.from({ length: 6 }, () => new KeyUseCounter({ db, log }));
      for (const [index, counter] of counters.entries()) {
        for (const key of index % 2 === 0 ? [id, other.id] : [other.id, id])
          counter.record(key, '203.0.113.1', NOW_MS);
      }
      await Promise.all(counters.map((counter) => counter.close()));
      expect([(await usage()).use_count, (await other.usage()).use_count]).toEqual([6, 6]);
    });
  });
}

/** The database, failing its transactions on one side of their commit while `fails` says so. */
function failing(
  db: OpenTestDatabase['store']['db'],
  when: 'before commit' | 'after commit',
  fails: () => boolean,
): typeof db {
  const lost = new Error('connection lost');
  const transaction: typeof db.transaction = () => {
    const builder = db.transaction();
    return Object.assign(Object.create(builder) as typeof builder, {
      async execute<T>(
        work: (trx: Parameters<Parameters<typeof builder.execute>[0]>[0]) => Promise<T>,
      ): Promise<T> {
        if (fails() && when === 'before commit') throw lost;
        const result = await builder.execute(work);
        if (fails()) throw lost;
        return result;
      },
    });
  };
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
