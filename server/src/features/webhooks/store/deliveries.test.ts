import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainQueries, testDatabases, type OpenTestDatabase } from '#test-kit';
import { findDeliveries, findFailed, insertDeliveries } from './deliveries.ts';

const NOW_MS = 1_700_000_000_000;
const DELIVERIES = 5000;
const UNDELIVERED = ['whd_01000', 'whd_02000', 'whd_03000'];

describe.each(await testDatabases())('the log of a webhook on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    const deliveries = Array.from({ length: DELIVERIES }, (_, n) => ({
      id: `whd_${String(n).padStart(5, '0')}`,
      webhook_id: 'whk_1',
      event_id: `evt_${n}`,
      event_type: 'file.expired',
      status: 'missed' as const,
    }));
    await insertDeliveries(db, deliveries, NOW_MS);
    await db
      .updateTable('webhook_deliveries')
      .set({ status: 'succeeded' })
      .where('id', 'not in', UNDELIVERED)
      .execute();
  });
  afterAll(() => opened.close());

  it('finds the few deliveries that failed or were missed without reading those that succeeded', async () => {
    const log = (db: typeof opened.store.db) => ({ db, webhookId: 'whk_1', sinceMs: NOW_MS - 1 });
    const found: string[][] = [];
    const explained = await explainQueries(opened.store.db, async (db) => {
      found.push((await findFailed(log(db), 1000)).map(({ id }) => id));
      const { items } = await findDeliveries(log(db), { status: 'missed' }, { limit: 20 });
      found.push(items.map(({ id }) => id));
    });
    expect(found).toEqual([UNDELIVERED, UNDELIVERED.toReversed()]);
    expect(explained).toHaveLength(2);
    for (const { plan } of explained)
      expect(plan.filter((row) => row.includes('Rows Removed by Filter'))).toEqual([]);
  });
});
