import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { updateBatch } from '../store/batch-rows.ts';
import { insertOrganizations, insertRunningBatch } from '../test-support/batch-database.ts';
import { resumeValidation } from './resume-validation.ts';

const ID = 'batch_1';

describe.each(await testDatabases())('validation on the $kind database', (database) => {
  const clock = createClock();
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: ID, lines: 0, nowMs: clock.nowMs() });
    await updateBatch(opened.store.db, ID, { status: 'validating', in_progress_at: null });
  });
  afterEach(() => opened.close());

  const jobs = () =>
    opened.store.db.selectFrom('jobs').select(['kind', 'key', 'failed_at']).orderBy('id').execute();
  const open = { kind: 'batches.validate', key: ID, failed_at: null };

  it('is scheduled again when its job failed for good, and not while there is one', async () => {
    const { db } = opened.store;
    const resume = resumeValidation(db, clock);
    await resume.run();
    await resume.run();
    expect(await jobs()).toEqual([open]);
    await db.updateTable('jobs').set({ failed_at: clock.nowMs() }).execute();
    await resume.run();
    expect(await jobs()).toEqual([{ ...open, failed_at: expect.any(Number) }, open]);
  });

  it('is not scheduled for a batch that runs or has ended', async () => {
    const { db } = opened.store;
    for (const status of ['in_progress', 'canceled'] as const) {
      await updateBatch(db, ID, { status });
      await resumeValidation(db, clock).run();
    }
    expect(await jobs()).toEqual([]);
  });
});
