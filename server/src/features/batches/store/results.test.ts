import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { insertOrganizations, insertRunningBatch } from '../test-support/batch-database.ts';
import { findResults } from './results.ts';

describe.each(await testDatabases())('results of a batch on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: 6, nowMs: 1_700_000_000_000 });
  });
  afterEach(() => opened.close());

  it('are read by bytes as well as by lines, and one at least', async () => {
    const { db } = opened.store;
    for (const [line, bytes] of [400, 400, 5000, 400].entries())
      await db
        .updateTable('batch_lines')
        .set({ state: 'succeeded', result: Buffer.alloc(bytes) })
        .where('line', '=', line + 1)
        .execute();
    const read = async (after: number, most = 100): Promise<number[]> =>
      (await findResults(db, 'batch_1', after, { most, mostBytes: 1000 })).map(({ line }) => line);
    expect(await read(0)).toEqual([1, 2, 3]);
    expect(await read(2)).toEqual([3]);
    // Lines without a result take no bytes.
    expect(await read(3)).toEqual([4, 5, 6]);
    expect(await read(3, 2)).toEqual([4, 5]);
    expect(await read(6)).toEqual([]);
  });
});
