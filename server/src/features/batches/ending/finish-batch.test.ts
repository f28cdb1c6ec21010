import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UploadLeases } from '#features/files';
import { createClock } from '#kit';
import { memoryBlobStore, testDatabases, type OpenTestDatabase } from '#test-kit';
import { cancelLockedBatch } from '../batch-transitions.ts';
import { findAnyBatch, lockBatch, updateBatch } from '../store/batch-rows.ts';
import { insertOrganizations, insertRunningBatch, testSeals } from '../test-support/batch-database.ts';
import { finishBatch } from './finish-batch.ts';

const ID = 'batch_1';

describe.each(await testDatabases())('ending a batch on the $kind database', (database) => {
  const clock = createClock();
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await database.open();
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: ID, lines: 0, nowMs: clock.nowMs() });
  });
  afterEach(() => opened.close());

  it.each(['completed', 'expired'] as const)(
    'D-BATCH-4 makes it canceled if it is canceled while the output is written for %s',
    async (ending) => {
      const { db } = opened.store;
      await updateBatch(db, ID, { ending });
      const blobs = memoryBlobStore();
      const { promise: writing, resolve: noteWriting } = Promise.withResolvers<void>();
      const { promise: mayStore, resolve: letStore } = Promise.withResolvers<void>();
      const put = blobs.put.bind(blobs);
      blobs.put = async (...args) => {
        noteWriting();
        await mayStore;
        return put(...args);
      };
      const handler = finishBatch({
        db,
        clock,
        blobs,
        log: pino({ level: 'silent' }),
        seals: testSeals,
        uploadLeases: new UploadLeases(db, clock),
        countLines: () => undefined,
      });
      const { signal } = new AbortController();
      const finished = handler.run({ batch_id: ID }, { jobId: 'job_1', signal });
      await writing;
      const canceling = await db
        .transaction()
        .execute(async (trx) => cancelLockedBatch(trx, (await lockBatch(trx, ID))!, clock.nowMs()));
      expect(canceling.status).toBe('canceling');
      letStore();
      await finished;
      expect(await findAnyBatch(db, ID)).toMatchObject({
        status: 'canceled',
        output_file_id: expect.stringMatching(/^file_/),
      });
      const events = await db.selectFrom('outbox_events').select('type').execute();
      expect(events).toEqual([{ type: 'batch.canceled' }]);
    },
  );
});
