import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { testDatabases } from '#test-kit';
import { enqueueJobs } from './enqueue-job.ts';
import { JobWorker } from './job-worker.ts';
import { Scheduler } from './scheduler.ts';

const KIND = 'test.lost';

it.each(await testDatabases())(
  'a job that another node has taken over is aborted, and its outcome left to that node, on the $kind database',
  async (database) => {
    const opened = await database.open();
    const { db, commits } = opened.store;
    const clock = createClock();
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const scheduler = new Scheduler({ clock, log });
    const started = Promise.withResolvers<void>();
    const worker = new JobWorker({
      db,
      commits,
      clock,
      log,
      scheduler,
      nodeId: 'node',
      runId: 'node/run',
      handlers: [
        {
          kind: KIND,
          concurrency: 2,
          async run(_payload, { signal }) {
            const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
            started.resolve();
            await aborted;
            return undefined;
          },
        },
      ],
    });
    for (const job of worker.jobs) scheduler.every(job);
    try {
      await enqueueJobs(db, [{ kind: KIND, organizationId: null, key: 'one', payload: {} }], clock.nowMs());
      void clock.advance(0);
      await started.promise;
      await db.updateTable('jobs').set({ leased_by: 'other/run' }).execute();
      void clock.advance(7000);
      await expect.poll(() => lines.join('')).toContain('job exceeded its lease');
      expect(await db.selectFrom('jobs').select('leased_by').execute()).toEqual([{ leased_by: 'other/run' }]);
    } finally {
      worker.stop();
      await scheduler.close();
      await opened.close();
    }
  },
);
