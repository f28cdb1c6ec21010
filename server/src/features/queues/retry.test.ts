import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperatorNote } from '#features/module';
import { enqueueJobs } from '#jobs';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { retryAnyJob } from './retry.ts';

const NOW_MS = Date.UTC(2026, 10, 1);
const JOB = { kind: 'test.fail', organizationId: null, payload: {}, key: 'same' };

describe.each(await testDatabases())('jobs that operators retry, on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.db.deleteFrom('jobs').execute();
  });

  /** A job after its first attempt, or after its last. */
  async function failedJob(failedAtMs: number | null = null): Promise<string> {
    const { db } = opened.store;
    await enqueueJobs(db, [JOB], NOW_MS);
    const { id } = await db
      .updateTable('jobs')
      .set({ failure: 'RangeError', attempts: 1, due_at: NOW_MS + 60_000, failed_at: failedAtMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  async function retry(id: string) {
    const notes: OperatorNote[] = [];
    const job = await opened.store.db.transaction().execute((db) =>
      retryAnyJob(
        {
          db,
          nowMs: NOW_MS,
          operator: {
            kind: 'operator_key',
            id: 'opkey_x',
            name: 'x',
            role: 'operator',
            sessionId: undefined,
          },
          requestId: 'req_x',
          epochs: [],
          whenCommitted: [],
          note: async (note) => void notes.push(note),
        },
        id,
      ),
    );
    return { job, notes };
  }

  it.each([
    { state: 'failing', failedAtMs: null, attempts: 1 },
    { state: 'given up', failedAtMs: NOW_MS - 60_000, attempts: 0 },
  ])('are due at once and noted when they were $state', async ({ failedAtMs, attempts }) => {
    const id = await failedJob(failedAtMs);
    const { job, notes } = await retry(id);
    expect(job).toMatchObject({
      id,
      state: 'failing',
      attempts,
      next_attempt_at: '2026-11-01T00:00:00Z',
      failed_at: null,
    });
    expect(notes).toEqual([{ event: 'job.retried', resource: { type: 'job', id } }]);
  });

  it('are refused without a note when another has taken over, or none has the id', async () => {
    const id = await failedJob(NOW_MS - 60_000);
    await enqueueJobs(opened.store.db, [JOB], NOW_MS);
    await expect(retry(id)).rejects.toMatchObject({ code: 'resource_conflict' });
    await expect(retry('job_x')).rejects.toMatchObject({ code: 'job_not_found' });
  });
});
