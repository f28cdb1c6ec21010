import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_OWN_RATES } from '#exchange';
import { createClock, type Clock } from '#kit';
import type { StoreUnavailable } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import {
  copyBatch,
  insertOrganizations,
  insertRunningBatch,
  statesOf,
} from '../test-support/batch-database.ts';
import { StatementFaults } from '../test-support/statement-faults.ts';
import { LineClaims } from './line-claims.ts';
import type { OpenBatch } from './open-batch.ts';

const RENEWED_AFTER_MS = 16_000;
const LINES = 8;
const CLAIM = "set state = 'running'";
const RELEASE = 'due_at = coalesce';
const unavailable: unknown = expect.objectContaining({
  reason: 'timed_out',
} satisfies Partial<StoreUnavailable>);
const always = (): boolean => true;

describe.each(await testDatabases())('claimed lines of batches on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let clock: Clock;
  let faults: StatementFaults;
  let claims: LineClaims;
  beforeEach(async () => {
    opened = await database.open();
    clock = createClock();
    faults = new StatementFaults();
    claims = new LineClaims({
      db: opened.store.db.withPlugin(faults),
      clock,
      findCaller: async () => ({
        organization: { id: 'org_a', plan: 'pro', ownRates: NO_OWN_RATES, zeroDataRetention: false },
        restrictions: null,
      }),
      nodeId: 'node',
      runId: 'node/run',
    });
    await insertOrganizations(opened.store.db);
    await insertRunningBatch(opened.store.db, { id: 'batch_1', lines: LINES, nowMs: clock.nowMs() });
    await claims.look([]);
  });
  afterEach(() => opened.close());

  const open = (): OpenBatch[] => [...claims.batches()];
  const queued = (): number => open().reduce((sum, { queue }) => sum + queue.length, 0);
  const states = (): Promise<Record<string, number>> => statesOf(opened.store.db, 'batch_1');

  it('D-BATCH-6 run even if the batch had nothing left to claim in a query before the response to their claim', async () => {
    const { promise: responded, resolve: response } = Promise.withResolvers<void>();
    faults.delayResult(responded, CLAIM);
    const refilled = claims.refill(100, always);
    await expect.poll(states).toEqual({ running: LINES });
    await claims.look([]);
    response();
    await refilled;
    expect(queued()).toBe(LINES);
  });

  it('D-BATCH-6 are released after the database failed during the release', async () => {
    await claims.refill(100, always);
    faults.refuse(RELEASE);
    await expect(claims.release(open())).rejects.toEqual(unavailable);
    expect([queued(), await states()]).toEqual([0, { running: LINES }]);
    await claims.release([]);
    expect(await states()).toEqual({ waiting: LINES });
  });

  it('D-BATCH-6 wait again when the response to their claim was lost', async () => {
    faults.loseResult(CLAIM);
    await expect(claims.refill(100, always)).rejects.toEqual(unavailable);
    expect(await states()).toEqual({ running: LINES });
    await claims.release([]);
    expect(await states()).toEqual({ waiting: LINES });
  });

  it('D-BATCH-6 wait again when their claim takes effect only after it was dropped', async () => {
    await claims.refill(100, always);
    const claimId = open()[0]!.queue[0]!.claimId;
    faults.loseResult(CLAIM);
    const { db } = opened.store;
    await db.updateTable('batch_lines').set({ state: 'waiting' }).execute();
    open()[0]!.queue.splice(0);
    open()[0]!.isDrained = false;
    await expect(claims.refill(100, always)).rejects.toEqual(unavailable);
    const [row] = await db.selectFrom('batch_lines').select('claim_id').execute();
    expect(row!.claim_id).not.toBe(claimId);
    await claims.release([]);
    // The abandoned statement takes effect now.
    await db.updateTable('batch_lines').set({ state: 'running', claim_id: row!.claim_id }).execute();
    await claims.release([]);
    expect(await states()).toEqual({ waiting: LINES });
  });

  it('D-BATCH-6 wait again when they are not on this node, although others of their claim are renewed', async () => {
    await claims.refill(100, always);
    open()[0]!.queue.pop();
    await clock.advance(RENEWED_AFTER_MS);
    await claims.look([]);
    await claims.release([]);
    expect([queued(), await states()]).toEqual([LINES - 1, { running: LINES - 1, waiting: 1 }]);
  });

  // The embedded database runs one transaction at a time.
  it.runIf(database.kind === 'postgres')(
    'D-BATCH-6 are renewed without waiting for a result that is being written, and are not treated as lost',
    async () => {
      await claims.refill(100, always);
      await opened.store.db.transaction().execute(async (trx) => {
        await trx.updateTable('batch_lines').set({ status_code: 200 }).where('line', '=', 3).execute();
        await clock.advance(RENEWED_AFTER_MS);
        await claims.look([]);
      });
      expect(queued()).toBe(LINES);
      const leases = await opened.store.db
        .selectFrom('batch_lines')
        .select('lease_ends_at')
        .orderBy('line')
        .execute();
      const renewed = leases.map(({ lease_ends_at: endsAt }) => endsAt! > clock.nowMs() + 59_000);
      expect(renewed).toEqual(Array.from({ length: LINES }, (_, i) => i !== 2));
    },
  );

  it('D-BATCH-8 of a batch that may not start lines do not prevent claims of others', async () => {
    const organizationId = 'org_b';
    await claims.refill(4, always);
    await insertRunningBatch(opened.store.db, {
      id: 'batch_2',
      lines: 4,
      organizationId,
      nowMs: clock.nowMs(),
    });
    await claims.look([]);
    await claims.refill(4, ({ row }) => row.id !== 'batch_1');
    expect(open().map(({ row, queue }) => [row.id, queue.length])).toEqual([
      ['batch_1', 4],
      ['batch_2', 4],
    ]);
  });

  it('D-BATCH-8 are found for every organization, however many batches another one has', async () => {
    const { db } = opened.store;
    const nowMs = clock.nowMs();
    await copyBatch(db, 'batch_1', 1000);
    await insertRunningBatch(db, { id: 'batch_z', lines: 1, organizationId: 'org_b', nowMs });
    await claims.look([]);
    expect(open().map(({ row }) => row.id)).toContain('batch_z');
  });
});
