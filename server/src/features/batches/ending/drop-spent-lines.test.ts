import type { Updateable } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tables } from '#store';
import { explainQueries, testDatabases, type OpenTestDatabase } from '#test-kit';
import { copyBatch, insertOrganizations, insertRunningBatch } from '../test-support/batch-database.ts';
import { dropSpentLines } from './end-due-batches.ts';

const NOW_MS = 1_700_000_000_000;

describe.each(await testDatabases())('lines of ended batches on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: 'batch_', lines: 1, nowMs: NOW_MS });
  });
  afterEach(() => opened.close());

  const end = async (set: Updateable<Tables['batches']>): Promise<void> => {
    await opened.store.db
      .updateTable('batches')
      .set({ status: 'completed', ended_at: NOW_MS, ...set })
      .execute();
  };
  const lines = () => opened.store.db.selectFrom('batch_lines').select('batch_id').execute();

  it('are deleted once, and their batches are not read again', async () => {
    const { db } = opened.store;
    await copyBatch(db, 'batch_', 50);
    await end({ total: 1 });
    await dropSpentLines(db, NOW_MS);
    expect(await lines()).toEqual([]);
    const explained = await explainQueries(db, (recorded) => dropSpentLines(recorded, NOW_MS));
    expect(explained).toHaveLength(1);
    // The index may still have entries of versions from before the deletion, until a vacuum.
    const reads = explained[0]!.plan.filter((row) => /Scan.* on batches |Rows Removed by Filter/.test(row));
    expect(reads).toEqual([expect.stringMatching(/ rows=0(\.00)? /)]);
  });

  it('are deleted although the batch ended before it was validated', async () => {
    await end({ status: 'expired', total: 0 });
    await dropSpentLines(opened.store.db, NOW_MS);
    expect(await lines()).toEqual([]);
  });

  it('are deleted although more batches than are read at once still have their output', async () => {
    const { db } = opened.store;
    await copyBatch(db, 'batch_', 1200);
    const times = { created_at: NOW_MS, expires_at: NOW_MS + 1 };
    const owner = { organization_id: 'org_a', workspace_id: 'ws_org_a' };
    const kinds = { mime_type: 'x', purpose: 'batch', source: 'batch_output', status: 'ready' } as const;
    await db
      .insertInto('files')
      .values({ id: 'file_1', filename: 'x', blob_key: 'x', bytes: 1, ...kinds, ...owner, ...times })
      .execute();
    await end({ total: 1, output_file_id: 'file_1' });
    await db.updateTable('batches').set({ output_file_id: null }).where('id', '=', 'batch_999').execute();
    await dropSpentLines(db, NOW_MS);
    const left = await lines();
    expect(left).toHaveLength(1200);
    expect(left).not.toContainEqual({ batch_id: 'batch_999' });
  });
});
