import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, type Clock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { enqueueJobs } from './enqueue-job.ts';
import type { JobHandler } from './job-handler.ts';
import { JobWorker } from './job-worker.ts';
import { Scheduler } from './scheduler.ts';
import { countJobs } from './store/jobs.ts';

type Run = JobHandler<{ readonly n: number }>['run'];

const KIND = 'test.turns';
const log = pino({ level: 'silent' });

describe.each(await testDatabases())('jobs of several organizations on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let closing: (() => void | Promise<void>)[];
  let runId = 0;

  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.store.db.deleteFrom('jobs').execute();
    clock = createClock();
    closing = [];
    return async () => {
      for (const close of closing) await close();
    };
  });

  /** A node that works when its clock is moved. */
  const node = (run: Run, { at = clock, concurrency = 3, nodeId = 'node' } = {}): void => {
    const { db, commits } = opened.store;
    const scheduler = new Scheduler({ clock: at, log });
    const worker = new JobWorker({
      db,
      commits,
      clock: at,
      log,
      scheduler,
      nodeId,
      runId: `${nodeId}/run_${++runId}`,
      handlers: [{ kind: KIND, concurrency, run }],
    });
    for (const job of worker.jobs) scheduler.every(job);
    closing.push(() => (worker.stop(), scheduler.close()));
  };
  const done = (): Promise<undefined> => Promise.resolve(undefined);
  /** Each due in a millisecond of its own: in the same one their order is open. */
  const ask = (n = 1, organizationId: string | null = null): Promise<void> =>
    enqueueJobs(opened.store.db, [{ kind: KIND, organizationId, payload: { n } }], clock.nowMs() - 1000 + n);
  const counts = async () =>
    (await countJobs(opened.store.db, clock.nowMs())).find(({ kind }) => kind === KIND);

  it('of the earlier run of a node run as soon as it starts again, and those of other nodes stay', async () => {
    const { promise: never, resolve: end } = Promise.withResolvers<undefined>();
    closing.push(() => end(undefined));
    const hang = async (nodeId: string): Promise<void> => {
      const { promise: received, resolve: hear } = Promise.withResolvers<void>();
      const dying = createClock();
      node(() => (hear(), never), { at: dying, concurrency: 1, nodeId });
      await ask();
      void dying.advance(0);
      await received;
    };
    await hang('killed');
    await hang('alive');
    let ran = 0;
    node(() => (ran++, done()), { nodeId: 'killed' });
    await clock.advance(0);
    expect(ran).toBe(1);
    expect(await counts()).toMatchObject({ waiting: 0, running: 1 });
  });

  it('are claimed by organizations in turn, the oldest of each first', async () => {
    const order: string[] = [];
    for (const [at, organization] of 'aaaabbca'.split('').entries()) await ask(at, organization);
    await ask(8);
    node(({ n }) => (order.push(`${'aaaabbca'[n] ?? '-'}${n}`), done()), { concurrency: 1 });
    await clock.advance(0);
    expect(order).toEqual(['-8', 'a0', 'b4', 'c6', 'a1', 'b5', 'a2', 'a3', 'a7']);
  });

  it('of one organization leave a lane to the others, and come in turn with theirs', async () => {
    const gates = new Map<string, () => void>();
    const started: string[] = [];
    const names = 'aaaaabbc'.split('');
    for (const [n, organization] of names.entries()) await ask(n, organization);
    const { promise: three, resolve: full } = Promise.withResolvers<void>();
    node(({ n }) => {
      const name = `${names[n]}${n}`;
      started.push(name);
      if (started.length === 3) full();
      return new Promise((resolve) => gates.set(name, () => resolve(undefined)));
    });
    closing.unshift(() => gates.forEach((open) => open()));
    const worked = clock.advance(0);
    await three;
    expect(started).toEqual(['a0', 'b5', 'c7']);
    const next = async (ended: string, count: number): Promise<string[]> => {
      gates.get(ended)!();
      await expect.poll(() => started.length).toBe(count);
      return started.slice(3);
    };
    expect(await next('c7', 4)).toEqual(['a1']);
    // Two of three lanes are the first organization's: what is left goes to the other one, or to nobody.
    expect(await next('b5', 5)).toEqual(['a1', 'b6']);
    gates.get('b6')!();
    await expect.poll(async () => (await counts())?.waiting).toBe(3);
    expect(started.slice(5)).toEqual([]);
    expect(await next('a0', 6)).toEqual(['a1', 'b6', 'a2']);
    await next('a1', 7);
    await next('a2', 8);
    for (const open of gates.values()) open();
    await worked;
  });
});
