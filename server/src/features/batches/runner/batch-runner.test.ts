import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INFERENCE_OPERATIONS } from '@svc/contract';
import { NO_OWN_RATES } from '#exchange';
import { createClock } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import {
  insertOrganizations,
  insertRunningBatch,
  statesOf,
  testSeals,
} from '../test-support/batch-database.ts';
import { StatementFaults } from '../test-support/statement-faults.ts';
import { BatchRunner } from './batch-runner.ts';
import type { LineExchange } from './line-exchange.ts';
import type { LineCaller } from './open-batch.ts';

/** More than initially run at a time. */
const LINES = 40;
const REFUSED = JSON.stringify({ error: { code: 'invalid_request' } });
const log = pino({ level: 'silent' });

describe.each(await testDatabases())('the batch runner on the $kind database', (database) => {
  const clock = createClock();
  let opened: OpenTestDatabase;
  let faults: StatementFaults;
  let runner: BatchRunner;
  let caller: LineCaller | undefined;
  /** Model calls in progress, and how many were made. */
  let called: LineExchange[];
  let calls = 0;
  let counted: Record<string, number>;
  beforeEach(async () => {
    opened = await database.open();
    faults = new StatementFaults();
    caller = { plan: 'pro', ownRates: NO_OWN_RATES, zeroDataRetention: false, restrictions: null };
    called = [];
    calls = 0;
    counted = {};
    await insertOrganizations(opened.store.db);
    runner = new BatchRunner({
      db: opened.store.db.withPlugin(faults),
      clock,
      log,
      seals: testSeals,
      limits: () => ({ batch_line_attempts: 5 }) as never,
      journal: { betweenBatches: (work) => work() },
      commits: opened.store.commits,
      findCaller: async () => caller,
      countLines: (outcome, lines) => void (counted[outcome] = (counted[outcome] ?? 0) + lines),
      nodeId: 'node',
      runId: 'node/run',
      calls: {
        operationOf: () => INFERENCE_OPERATIONS[0],
        async call(_, exchange) {
          calls++;
          called.push(exchange);
          await exchange.closed;
        },
        giveUp: (exchange) => exchange.sink.json(500, REFUSED, []),
        hasSlot: () => true,
        liveCalls: 0,
      },
    });
  });
  afterEach(async () => {
    await runner.stop();
    await opened.close();
  });

  const insert = (id: string, organizationId: 'org_a' | 'org_b'): Promise<void> =>
    insertRunningBatch(opened.store.db, { id, organizationId, lines: LINES, nowMs: clock.nowMs() });
  const states = (id: string): Promise<Record<string, number>> => statesOf(opened.store.db, id);
  /** Some lines of the first batch run, the same number is queued here, and the others are not claimed. */
  const claimSome = (): Promise<void> =>
    expect
      .poll(async () => {
        await runner.job.run();
        return states('batch_1');
      })
      .toEqual({ running: 32, waiting: LINES - 32 });
  const answerAll = (): void => {
    for (const exchange of called.splice(0)) exchange.sink.json(400, REFUSED, []);
  };

  it('D-BATCH-8 starts no lines of an organization that may no longer call models, and releases its claims', async () => {
    await insert('batch_1', 'org_a');
    await claimSome();
    const started = calls;
    caller = undefined;
    await runner.job.run();
    answerAll();
    await expect.poll(() => states('batch_1')).toEqual({ errored: started, waiting: LINES - started });
    expect(calls).toBe(started);
  });

  it('D-BATCH-6 commits results of other batches while those of one cannot be committed', async () => {
    await insert('batch_1', 'org_a');
    await insert('batch_2', 'org_b');
    const allow = faults.refuseAll('set state = r.state', '"batch_1"');
    const erroredOf = async (id: string): Promise<number | undefined> => {
      await runner.job.run();
      answerAll();
      return (await states(id))['errored'];
    };
    await expect.poll(() => erroredOf('batch_2'), { timeout: 20_000 }).toBe(LINES);
    expect(await erroredOf('batch_1')).toBeUndefined();
    allow();
    await expect.poll(() => erroredOf('batch_1'), { timeout: 20_000 }).toBe(LINES);
  });

  it('D-BATCH-6 releases its claims when it stops', async () => {
    await insert('batch_1', 'org_a');
    await claimSome();
    const stopped = runner.stop();
    answerAll();
    await stopped;
    expect(await states('batch_1')).toEqual({ errored: calls, waiting: LINES - calls });
    expect(counted).toEqual({ errored: calls });
  });
});
