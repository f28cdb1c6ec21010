import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '@svc/contract';
import { createClock, type Clock } from '#kit';
import { StoreUnavailable, UsageJournal, type UsageRecord } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { WalletCache } from './wallet-cache.ts';
import type { CachedWallet } from './cached-wallet.ts';
import { CreditReservation } from './credit-reservation.ts';
import { grantCredits } from '../grant-credits.ts';
import { chargeUsage } from '../store/charge-usage.ts';
import { PlanReservation } from '../plan/plan-reservation.ts';
import { Tariff } from '../metering/tariff.ts';
import { ToolPrices } from '../metering/tool-prices.ts';

const log = pino({ level: 'silent' });
const ALLOWANCE = { monthlyTokens: 100, subscribedAtMs: Date.parse('2026-01-15T00:00:00Z'), limits: LIMITS };
const TARIFF = new Tariff({
  pricing: { currency: 'usd', input: '3', cached_input: '0.3', output: '15', batch_discount: '0' },
  plan_weights: { input: 1, cached_input: 1, output: 1 },
} as unknown as ConstructorParameters<typeof Tariff>[0]);
const USAGE = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
/** The cost of `USAGE`, in nano-dollars. */
const COST = 300_000;

describe.each(await testDatabases())('the account book on the $kind database', (database) => {
  let opened: OpenTestDatabase;
  let directory: string;
  let closing: (() => Promise<void>)[];
  let requests = 0;
  beforeAll(async () => {
    opened = await database.open();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-wallet-cache-'));
    closing = [];
  });
  afterEach(async () => {
    for (const close of closing.toReversed()) await close();
    await rm(directory, { recursive: true, force: true });
  });

  interface Run {
    readonly journal: UsageJournal;
    readonly book: WalletCache;
    readonly clock: Clock;
    readonly id: string;
    /** Whether the journal reaches the database. */
    readonly delivering: { yes: boolean };
  }

  /** Starts one run of a node. With `delivering` false, its records stay in its journal. */
  async function startRun(id: string, { delivering }: { delivering: boolean }): Promise<Run> {
    const state = { yes: delivering };
    const { db } = opened.store;
    const pass = (): void => {
      if (!state.yes) throw new StoreUnavailable('connection_lost');
    };
    const journalDb = db.withPlugin({
      transformQuery: ({ node }) => (pass(), node),
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const journal = await UsageJournal.open({
      directory,
      deliver: (records) => chargeUsage(journalDb, records),
      log,
      segmentBytes: 1,
    });
    const clock = createClock();
    const book = new WalletCache({
      db,
      journal,
      announcements: undefined,
      clock,
      log,
      nodeId: 'node',
      runId: `node/${id}`,
      holdMs: () => 900_000,
    });
    closing.push(
      () => book.close(),
      () => journal.close(),
    );
    return { journal, book, clock, id: `node/${id}`, delivering: state };
  }

  const plan = ({ book, clock, id }: Run, account: CachedWallet): PlanReservation =>
    new PlanReservation({
      book,
      account,
      tariff: TARIFF,
      allowance: ALLOWANCE,
      admittedAtMs: clock.nowMs(),
      heldMilli: 0,
      runId: id,
    });

  async function credit({ book, clock, id }: Run, account: CachedWallet): Promise<CreditReservation> {
    expect(await account.wallet.hold(COST)).toBe(true);
    const admittedAtMs = clock.nowMs();
    const toolPrices = new ToolPrices({ web_search: '0', web_fetch: '0' });
    return new CreditReservation({
      book,
      account,
      tariff: TARIFF,
      toolPrices,
      scopes: ['organization'],
      heldNanos: COST,
      admittedAtMs,
      runId: id,
    });
  }

  function finish(
    { journal }: Run,
    { organizationId }: CachedWallet,
    reservation: PlanReservation | CreditReservation,
  ): Promise<void> {
    const record: UsageRecord = {
      request_id: `req_${++requests}`,
      organization_id: organizationId,
      workspace_id: 'ws_1',
      key_id: 'key_1',
      user_id: 'user_1',
      endpoint: '/v1/chat/completions',
      model: 'M',
      input_tokens: USAGE.inputTokens,
      cached_input_tokens: 0,
      output_tokens: 0,
      reasoning_tokens: 0,
      price: {},
      ...reservation.price(USAGE),
      estimated: false,
      outcome: 'completed',
      metadata: null,
      created_at: new Date().toISOString(),
    };
    return new Promise((resolve, reject) =>
      journal.append(record, (error, offset) => {
        if (error) return reject(error);
        reservation.settle(offset);
        resolve();
      }),
    );
  }

  const isFull = ({ clock }: Run, account: CachedWallet): boolean =>
    account.windows.full(ALLOWANCE, clock.nowMs()).length > 0;

  it('LIMIT-23 loads no account before the records of an earlier run are in it', async () => {
    const first = await startRun('run_1', { delivering: false });
    const account = await first.book.find('org_replay');
    await finish(first, account, plan(first, account));
    await first.journal.close();

    const second = await startRun('run_2', { delivering: true });
    expect(isFull(second, await second.book.find('org_replay'))).toBe(true);
  });

  it('D-79 reports immediately that usage is unknown while the records of an earlier run do not arrive', async () => {
    const first = await startRun('run_1', { delivering: false });
    const account = await first.book.find('org_stuck');
    await finish(first, account, plan(first, account));
    await first.journal.close();

    const second = await startRun('run_2', { delivering: false });
    const startedAt = performance.now();
    for (let i = 0; i < 3; i++) {
      await expect(second.book.find('org_stuck')).rejects.toMatchObject({
        catalogName: 'usage_check_unavailable',
      });
    }
    expect(performance.now() - startedAt).toBeLessThan(2000);
    second.delivering.yes = true;
    await second.journal.flush();
    expect(isFull(second, await second.book.find('org_stuck'))).toBe(true);
  });

  it('drops charges whose segment was deleted by hand, and counts later ones', async () => {
    await grantCredits(
      opened.store.db,
      { organizationId: 'org_deleted', amountNanos: 3 * COST, note: '' },
      Date.now(),
    );
    const run = await startRun('run_1', { delivering: false });
    const account = await run.book.find('org_deleted');
    await finish(run, account, await credit(run, account));
    for (const name of await readdir(directory)) await rm(join(directory, name));
    await finish(run, account, await credit(run, account));
    run.delivering.yes = true;
    await run.journal.flush();
    const leases = opened.store.db
      .selectFrom('wallet_leases')
      .selectAll()
      .where('organization_id', '=', 'org_deleted');
    /** Polls, because a refresh already under way may have started too early. */
    const refreshed = () => expect.poll(async () => (await run.book.refresh(), leases.execute()));
    await refreshed().toEqual([]);
    // The first record is lost with its file and the second is charged: nothing is owed.
    expect(account.wallet.freeNanos).toBe(0);
    expect(account.spend.findReached(['organization'], run.clock.nowMs())).toBeUndefined();
    await finish(run, account, await credit(run, account));
    await run.journal.flush();
    await refreshed().toEqual([]);
    const wallet = await opened.store.db
      .selectFrom('wallets')
      .selectAll()
      .where('organization_id', '=', 'org_deleted')
      .executeTakeFirstOrThrow();
    expect(wallet.balance_nanos).toBe(COST);
  });

  it('refuses no money that is there while what earlier calls held is being settled', async () => {
    const run = await startRun('settling', { delivering: true });
    const credits = { organizationId: 'org_settling', amountNanos: 10 * COST, note: '' };
    await grantCredits(opened.store.db, credits, Date.now());
    const account = await run.book.find('org_settling');
    for (let call = 0; call < 9; call++) await finish(run, account, await credit(run, account));
    await run.journal.flush();
    // The lease is renewed after the records have arrived and before this node has noticed: it sets aside what is spent already.
    await account.returnFree({ always: true });
    expect(await account.holdCredits(COST)).toBe(true);
    expect(await account.holdCredits(COST)).toBe(false);
  });

  it('LIMIT-22 charges a request that outlives its cached account to the account loaded later', async () => {
    const run = await startRun('run_1', { delivering: false });
    const admitted = await run.book.find('org_long');
    const long = plan(run, admitted);
    await run.clock.advance(3_600_000);
    await run.book.refresh();
    const later = await run.book.find('org_long');
    await finish(run, admitted, long);
    expect(isFull(run, later)).toBe(true);
  });
});
