import { ApiError } from '@svc/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_OWN_RATES } from '#exchange';
import { createClock, HOUR_MS } from '#kit';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import {
  insertOrganizations,
  insertRunningBatch,
  statesOf,
  testSeals,
} from '../test-support/batch-database.ts';
import { LINE_LEASES } from '../store/claims.ts';
import { StatementFaults } from '../test-support/statement-faults.ts';
import { BatchRunner } from './batch-runner.ts';
import type { LineCall, LineOutcome, LineResponse } from './call-model.ts';
import type { LineCaller } from './open-batch.ts';

/** More than initially run at a time. */
const LINES = 40;
const MAX_ATTEMPTS = 3;
const REFUSED = JSON.stringify({ error: { code: 'invalid_request' } });
const log = pino({ level: 'silent' });

/** A refusal with its record, which is stored with it. Adds what becomes of its charge to `charges`. */
function refused({ caller }: LineCall, charges: string[] = []): LineOutcome {
  const requestId = `req_${crypto.randomUUID()}`;
  return {
    type: 'responded',
    requestId,
    status: 400,
    headers: [],
    text: REFUSED,
    isComplete: true,
    refusal: undefined,
    errorCode: 'invalid_request',
    model: undefined,
    usage: undefined,
    failure: {
      request_id: requestId,
      organization_id: caller.organizationId,
      workspace_id: caller.workspaceId ?? '',
      key_id: caller.keyId,
      user_id: caller.userId,
      endpoint: '/v1/chat/completions',
      service_tier: 'batch',
      outcome: 'refused',
      created_at: new Date().toISOString(),
      streamed: false,
      status: 400,
      error_code: 'invalid_request',
      duration_ms: 1,
    },
    charge: { charged: () => charges.push('charged'), drop: () => charges.push('dropped') },
  };
}

describe.each(await testDatabases())('the batch runner on the $kind database', (database) => {
  const clock = createClock();
  let opened: OpenTestDatabase;
  let faults: StatementFaults;
  let runner: BatchRunner;
  let caller: LineCaller | undefined;
  /** Model calls in progress, and how many were made. */
  let called: { readonly line: LineCall; readonly end: (outcome: LineOutcome) => void }[];
  let calls = 0;
  /** Whether the call of a line fails without an outcome. */
  let isFaulty: (line: LineCall) => boolean;
  let counted: Record<string, number>;
  let charges: string[];
  beforeEach(async () => {
    opened = await database.open();
    faults = new StatementFaults();
    caller = {
      organization: { id: 'org_a', plan: 'pro', ownRates: NO_OWN_RATES, zeroDataRetention: false },
      restrictions: null,
    };
    called = [];
    calls = 0;
    isFaulty = () => false;
    counted = {};
    charges = [];
    await insertOrganizations(opened.store.db);
    runner = new BatchRunner({
      db: opened.store.db.withPlugin(faults),
      clock,
      log,
      seals: testSeals,
      limits: () => ({ batch_line_attempts: MAX_ATTEMPTS }) as never,
      journal: { betweenBatches: (work) => work() },
      commits: opened.store.commits,
      findCaller: async () => caller,
      countLines: (outcome, lines) => void (counted[outcome] = (counted[outcome] ?? 0) + lines),
      nodeId: 'node',
      runId: 'node/run',
      calls: {
        call(line) {
          calls++;
          if (isFaulty(line)) throw new TypeError('no such endpoint');
          const { promise, resolve } = Promise.withResolvers<LineOutcome>();
          called.push({ line, end: resolve });
          line.signal.addEventListener('abort', () => resolve({ type: 'canceled' }));
          return promise;
        },
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
  const respondToAll = (): void => {
    for (const { line, end } of called.splice(0)) end(refused(line, charges));
  };

  it('D-BATCH-8 starts no lines of an organization that may no longer call models, and releases its claims', async () => {
    await insert('batch_1', 'org_a');
    await claimSome();
    const started = calls;
    caller = undefined;
    await runner.job.run();
    respondToAll();
    await expect.poll(() => states('batch_1')).toEqual({ errored: started, waiting: LINES - started });
    expect(calls).toBe(started);
  });

  it('D-BATCH-6 commits results of other batches while those of one cannot be committed', async () => {
    await insert('batch_1', 'org_a');
    await insert('batch_2', 'org_b');
    const allow = faults.refuseAll('set state = r.state', '"batch_1"');
    const erroredOf = async (id: string): Promise<number | undefined> => {
      await runner.job.run();
      respondToAll();
      return (await states(id))['errored'];
    };
    await expect.poll(() => erroredOf('batch_2'), { timeout: 20_000 }).toBe(LINES);
    expect(await erroredOf('batch_1')).toBeUndefined();
    allow();
    await expect.poll(() => erroredOf('batch_1'), { timeout: 20_000 }).toBe(LINES);
  });

  it('D-BATCH-7 a line whose call fails without an outcome is an attempt that failed, and gets an error at the end', async () => {
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: 2, nowMs: clock.nowMs() });
    isFaulty = () => true;
    const attempts = async (): Promise<number> => {
      await runner.job.run();
      return calls;
    };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await expect.poll(attempts, { timeout: 20_000 }).toBe(2 * attempt);
      const left = attempt < MAX_ATTEMPTS ? { waiting: 2 } : { errored: 2 };
      await expect.poll(() => states('batch_1'), { timeout: 20_000 }).toEqual(left);
      await clock.advance(HOUR_MS);
    }
    await runner.job.run();
    expect(calls).toBe(2 * MAX_ATTEMPTS);
    const errors = await opened.store.db
      .selectFrom('request_records')
      .select(['status', 'outcome'])
      .execute();
    expect(errors).toEqual(Array.from({ length: 2 }, () => ({ status: 500, outcome: 'failed' })));
  });

  it('D-86 D-BATCH-7 a line whose call failed without an outcome holds no credits of others', async () => {
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: 2, nowMs: clock.nowMs() });
    isFaulty = () => calls === 1;
    const noCredits = new ApiError('quota_exhausted', { extra: { limit: 'no_credits' } });
    const refuseAll = async (): Promise<Record<string, number>> => {
      await runner.job.run();
      for (const { line, end } of called.splice(0))
        end({ ...(refused(line) as LineResponse), status: 402, refusal: noCredits });
      return states('batch_1');
    };
    // Refused while the other was still counted, the line runs once more, and not after that.
    await expect.poll(refuseAll, { timeout: 20_000 }).toEqual({ errored: 1, waiting: 1 });
  });

  it('D-BATCH-6 ends a line whose lease was taken away, and writes no result of it', async () => {
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: 1, nowMs: clock.nowMs() });
    const running = async (): Promise<number> => {
      await runner.job.run();
      return called.length;
    };
    await expect.poll(running).toBe(1);
    const { db } = opened.store;
    await db.updateTable('batch_lines').set({ claim_id: 'other/claim' }).execute();
    await clock.advance(LINE_LEASES.renewMs);
    await runner.job.run();
    expect(called[0]!.line.signal.aborted).toBe(true);
    await expect.poll(() => runner.runningLines).toBe(0);
    await runner.job.run();
    const lines = await db.selectFrom('batch_lines').select(['state', 'claim_id', 'result']).execute();
    expect(lines).toEqual([{ state: 'running', claim_id: 'other/claim', result: null }]);
  });

  it('D-BATCH-6 releases its claims when it stops', async () => {
    await insert('batch_1', 'org_a');
    await claimSome();
    const stopped = runner.stop();
    respondToAll();
    await stopped;
    expect(await states('batch_1')).toEqual({ errored: calls, waiting: LINES - calls });
    expect(counted).toEqual({ errored: calls });
    // Lines without a success cost nothing, and hold nothing any more.
    expect(new Set(charges)).toEqual(new Set(['dropped']));
  });
});
