import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { clearDeliveries, giveUpPending } from './clear-deliveries.ts';
import { insertDeliveries } from './store/deliveries.ts';

describe.each(await testDatabases())(
  'the pending deliveries of a webhook on the $kind database',
  (database) => {
    const clock = createClock();
    let opened: OpenTestDatabase;
    beforeAll(async () => {
      opened = await database.open();
    });
    afterAll(() => opened.close());

    const insert = (from: number, count: number, nowMs: number) =>
      insertDeliveries(
        opened.store.db,
        Array.from({ length: count }, (_, n) => ({
          id: `whd_${String(from + n).padStart(6, '0')}`,
          webhook_id: 'whk_1',
          event_id: 'evt_1',
          event_type: 'file.expired',
          status: 'pending' as const,
        })),
        nowMs,
      );
    const counts = async () => {
      const rows = await opened.store.db
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute();
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };

    it('D-HOOK-7 fail when it is disabled, however many, but not those that come after it is enabled again', async () => {
      const nowMs = clock.nowMs();
      await insert(0, 2500, nowMs);
      await opened.store.db
        .transaction()
        .execute((trx) => giveUpPending({ db: trx, organizationId: 'org_1' }, 'whk_1', nowMs));
      expect(await counts()).toEqual({ failed: 1000, pending: 1500 });
      await insert(5000, 3, nowMs + 1000);
      const jobs = await opened.store.db.selectFrom('jobs').select(['kind', 'payload']).execute();
      expect(jobs).toHaveLength(1);
      const handler = clearDeliveries({ db: opened.store.db, clock }).find(
        ({ kind }) => kind === jobs[0]!.kind,
      )!;
      await handler.run(jobs[0]!.payload as never, { jobId: 'job_1', signal: new AbortController().signal });
      expect(await counts()).toEqual({ failed: 2500, pending: 3 });
    });
  },
);
