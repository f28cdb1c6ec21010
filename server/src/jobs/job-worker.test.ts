import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, type Clock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { enqueueJobs } from './enqueue-job.ts';
import { Postponed, type JobHandler } from './job-handler.ts';
import { JobWorker } from './job-worker.ts';
import { Scheduler } from './scheduler.ts';
import { retryJob } from './retry-job.ts';
import { countQueuedJobs, findFailingJobs, lockJob } from './store/failing-jobs.ts';
import { countJobs } from './store/jobs.ts';

type Run = JobHandler<{ readonly n: number }>['run'];

const KIND = 'test.count';
const MINUTE_MS = 60_000;

describe.each(await testDatabases())('jobs on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let closing: (() => void | Promise<void>)[];
  let lines: { readonly msg: string }[];
  let nodes = 0;

  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.db.deleteFrom('jobs').execute();
    clock = createClock();
    closing = [];
    lines = [];
    return async () => {
      for (const close of closing) await close();
    };
  });

  /** A node that works when its clock is moved, or when a transaction of this process has committed a job. */
  const node = (run: Run, { at = clock, concurrency = 3, polls = true } = {}): { close(): Promise<void> } => {
    const { db, commits } = opened.store;
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) },
    );
    const scheduler = new Scheduler({ clock: at, log });
    const worker = new JobWorker({
      db,
      commits,
      clock: at,
      log,
      scheduler,
      nodeId: `node_${++nodes}`,
      runId: `node_${nodes}/run`,
      handlers: [{ kind: KIND, concurrency, run }],
    });
    if (polls) for (const job of worker.jobs) scheduler.every(job);
    const close = (): Promise<void> => (worker.stop(), scheduler.close());
    closing.push(close);
    return { close };
  };
  const done = (): Promise<undefined> => Promise.resolve(undefined);
  /** Enqueues without a transaction, so that no signal is sent. */
  const ask = (n = 1, key?: string): Promise<void> =>
    enqueueJobs(
      opened.store.db,
      [{ kind: KIND, organizationId: null, payload: { n }, ...(key === undefined ? {} : { key }) }],
      clock.nowMs(),
    );
  const counts = async () =>
    (await countJobs(opened.store.db, clock.nowMs())).find(({ kind }) => kind === KIND);
  const messages = (): string[] => lines.map(({ msg }) => msg);

  it('start when their transaction commits, and never exist when it is rolled back', async () => {
    const ran: number[] = [];
    const { promise: second, resolve } = Promise.withResolvers<void>();
    node(
      ({ n }) => {
        ran.push(n);
        if (n === 2) resolve();
        return done();
      },
      { polls: false },
    );
    const { db } = opened.store;
    const job = (n: number) => [{ kind: KIND, organizationId: null, payload: { n } }];
    const lost = db.transaction().execute(async (trx) => {
      await enqueueJobs(trx, job(1), clock.nowMs());
      throw new Error('rolled back');
    });
    await expect(lost).rejects.toThrow('rolled back');
    await db.transaction().execute((trx) => enqueueJobs(trx, job(2), clock.nowMs()));
    await second;
    await clock.advance(0);
    expect(ran).toEqual([2]);
    expect(await counts()).toBeUndefined();
  });

  it('run once on several nodes, and moving the clock waits for everything due', async () => {
    const ran: number[] = [];
    const run: Run = async ({ n }) => {
      await new Promise(setImmediate);
      ran.push(n);
      return undefined;
    };
    node(run);
    node(run);
    for (let n = 0; n < 20; n++) await ask(n);
    await clock.advance(0);
    expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('run with the concurrency of the handler', async () => {
    const { promise: full, resolve: fill } = Promise.withResolvers<void>();
    let [running, most] = [0, 0];
    node(async () => {
      most = Math.max(most, ++running);
      if (running === 3) fill();
      await full;
      // Gives a surplus job time to start.
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return undefined;
    });
    for (let n = 0; n < 9; n++) await ask(n);
    await clock.advance(0);
    expect(most).toBe(3);
  });

  it('are enqueued once while one with the key is unfinished, and again when it is done or failed', async () => {
    let runs = 0;
    for (let time = 0; time < 3; time++) await ask(1, 'same');
    node(() => (runs++, done()));
    await clock.advance(0);
    expect(runs).toBe(1);
    await ask(1, 'same');
    await clock.advance(0);
    expect(runs).toBe(2);
  });

  it('wait for their due time', async () => {
    let runs = 0;
    node(() => (runs++, done()));
    await enqueueJobs(
      opened.store.db,
      [{ kind: KIND, organizationId: null, payload: { n: 1 }, dueAtMs: clock.nowMs() + MINUTE_MS }],
      clock.nowMs(),
    );
    await clock.advance(MINUTE_MS - 5000);
    expect(runs).toBe(0);
    await clock.advance(5000);
    expect(runs).toBe(1);
  });

  it('of a dead node run on another one when its lease has expired', async () => {
    const { promise: received, resolve: hear } = Promise.withResolvers<void>();
    const { promise: never, resolve: end } = Promise.withResolvers<undefined>();
    closing.push(() => end(undefined));
    const dying = createClock();
    node(() => (hear(), never), { at: dying });
    await ask();
    void dying.advance(0);
    await received;
    expect(await counts()).toMatchObject({ waiting: 0, running: 1 });
    let runs = 0;
    node(() => (runs++, done()));
    await clock.advance(24_000);
    expect(runs).toBe(0);
    await clock.advance(2000);
    // Not at once: after a move of the clock other nodes may have yet to renew.
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(1);
    // The first node was slow, not dead: its late outcome changes nothing.
    await ask(2);
    end(undefined);
    await clock.advance(0);
    expect(runs).toBe(2);
    expect(await counts()).toBeUndefined();
  });

  it('stay with a slow node that renews its lease', async () => {
    const { promise: received, resolve: hear } = Promise.withResolvers<void>();
    const { promise: over, resolve: end } = Promise.withResolvers<undefined>();
    let runs = 0;
    const slow = createClock();
    node(() => (runs++, hear(), over), { at: slow });
    await ask();
    const worked = slow.advance(0);
    await received;
    node(() => (runs++, done()));
    for (let minute = 0; minute < 5; minute++) {
      void slow.advance(MINUTE_MS);
      await expect
        .poll(
          async () =>
            (await opened.store.db.selectFrom('jobs').select('lease_ends_at').executeTakeFirstOrThrow())
              .lease_ends_at,
        )
        .toBeGreaterThan(slow.nowMs() + 20_000);
      await clock.advance(MINUTE_MS);
    }
    end(undefined);
    await worked;
    expect(runs).toBe(1);
  });

  it('that fail are retried after growing pauses, and kept as failed after the last attempt', async () => {
    let runs = 0;
    node(() => (runs++, Promise.reject(new RangeError('no'))));
    await ask(1, 'same');
    await clock.advance(0);
    await clock.advance(9000);
    expect(runs).toBe(1);
    await clock.advance(2000);
    expect(runs).toBe(2);
    await clock.advance(18_000);
    expect(runs).toBe(2);
    for (let hour = 0; hour < 20; hour++) await clock.advance(61 * MINUTE_MS);
    expect(runs).toBe(12);
    expect(await counts()).toMatchObject({ waiting: 0, running: 0, failed: 1 });
    expect(messages()).toEqual([
      ...Array.from({ length: 11 }, () => 'job failed; will retry'),
      'job failed; will not retry',
    ]);
    const row = await opened.store.db
      .selectFrom('jobs')
      .select(['failure', 'leased_by'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ failure: 'RangeError', leased_by: null });
    // The key is free again.
    await ask(1, 'same');
    await clock.advance(0);
    expect(runs).toBe(13);
  });

  it('that fail are listed, are retried at once when told so, and not when another has taken over', async () => {
    const { db } = opened.store;
    let runs = 0;
    let fails = true;
    node(() => (runs++, fails ? Promise.reject(new RangeError('no')) : done()));
    const listed = async (state: 'failing' | 'failed') =>
      (await findFailingJobs(db, state, { limit: 10 })).items;
    const retry = async (id: string): Promise<boolean> => {
      const retried = await db
        .transaction()
        .execute(async (trx) => retryJob(trx, (await lockJob(trx, id))!, clock.nowMs()));
      await clock.advance(0);
      return retried;
    };
    const queued = async () =>
      (await countQueuedJobs(db, clock.nowMs(), 2)).map(({ kind, waiting, failing, failed }) => ({
        kind,
        waiting,
        failing,
        failed,
      }));
    await ask(1, 'same');
    await clock.advance(0);
    const { id } = (await listed('failing'))[0]!;
    expect(await queued()).toEqual([{ kind: KIND, waiting: 1, failing: 1, failed: 0 }]);
    expect(await retry(id)).toBe(true);
    expect(runs).toBe(2);
    for (let hour = 0; hour < 20; hour++) await clock.advance(61 * MINUTE_MS);
    expect([await listed('failing'), (await listed('failed')).map((job) => job.id)]).toEqual([[], [id]]);
    // Another with the key is asked for, and fails too.
    await ask(1, 'same');
    await clock.advance(0);
    expect(await retry(id)).toBe(false);
    fails = false;
    await clock.advance(61 * MINUTE_MS);
    expect(await queued()).toEqual([{ kind: KIND, waiting: 0, failing: 0, failed: 1 }]);
    expect(await retry(id)).toBe(true);
    expect(await queued()).toEqual([]);
    // Counts end early.
    fails = true;
    for (let n = 0; n < 4; n++) await ask(n);
    await clock.advance(0);
    expect(await queued()).toEqual([{ kind: KIND, waiting: 2, failing: 2, failed: 0 }]);
  });

  it('that kill every node that runs them are given up too', async () => {
    let runs = 0;
    await ask();
    await opened.store.db.updateTable('jobs').set({ attempts: 12 }).execute();
    node(() => (runs++, done()));
    await clock.advance(0);
    expect(runs).toBe(0);
    expect(await counts()).toMatchObject({ failed: 1 });
  });

  it('may be postponed forever, because that is not a failure', async () => {
    let runs = 0;
    node(() => Promise.resolve(++runs < 30 ? new Postponed(clock.nowMs() + MINUTE_MS) : undefined));
    await ask();
    for (let minute = 0; minute < 30; minute++) await clock.advance(MINUTE_MS);
    expect([runs, await counts(), messages()]).toEqual([30, undefined, []]);
  });

  it('in progress are awaited when a node stops, and the rest is immediately available to others', async () => {
    const { promise: received, resolve: hear } = Promise.withResolvers<void>();
    const stopping = node((_payload, { signal }) => {
      hear();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    });
    await ask();
    const moved = clock.advance(0);
    await received;
    await stopping.close();
    await moved;
    expect(await counts()).toMatchObject({ waiting: 1, running: 0 });
    let runs = 0;
    node(() => (runs++, done()));
    await clock.advance(0);
    expect([runs, messages()]).toEqual([1, []]);
  });

  it('are counted by kind, with the age of the oldest due one', async () => {
    await ask();
    await ask();
    expect(await countJobs(opened.store.db, clock.nowMs() + 90_000)).toEqual([
      { kind: KIND, waiting: 2, running: 0, failed: 0, overdueMs: expect.closeTo(90_000, -3) },
    ]);
    expect((await countJobs(opened.store.db, clock.nowMs() - 90_000))[0]!.overdueMs).toBe(0);
  });
});
