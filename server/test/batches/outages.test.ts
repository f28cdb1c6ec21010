import { expect, it, vi } from 'vitest';
import { startOwnRedis, startTcpProxy, testDatabases, testRedisUrl } from '#test-kit';
import { chats, LINE_NANOS, startBatches } from './batches-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const LINES = 400;
const OUTAGES = 3;
/** Credits pay: the plan has no room for one line. */
const PAID = {
  engine: { max_concurrency: 20 },
  deployment: { plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }] },
  organization: { credits: { enabled: true, balance_usd: '10.00' } },
};

it('D-BATCH-6 D-BATCH-7 waits while the database is away, and answers and charges each line once', async (context) => {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) return context.skip('PostgreSQL not found');
  const database = await postgres.open();
  const url = new URL(database.databaseUrl!);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  // It refuses at once. What is slow is only the machine.
  url.searchParams.set('connect_timeout', '20');
  try {
    await using batches = await startBatches(undefined, {
      ...PAID,
      environment: { DATABASE_URL: url.href },
      delayMs: 20,
    });
    const { id } = await batches.create(chats(LINES));
    const done = async (): Promise<number> =>
      (await database.store.db.selectFrom('batches').select('succeeded').executeTakeFirstOrThrow()).succeeded;
    for (let outage = 1; outage <= OUTAGES; outage++) {
      await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan((outage * LINES) / (2 * OUTAGES) - 50);
      await proxy.refuse();
      // Lines that are under way are answered meanwhile, and nothing else is started.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await proxy.restore();
    }
    await expect
      .poll(async () => (await batches.read(id)).status, { timeout: 60_000, interval: 250 })
      .toBe('completed');
    expect((await batches.read(id)).request_counts).toMatchObject({ succeeded: LINES, errored: 0 });
    expect([...batches.engine.asked.values()].every((times) => times === 1)).toBe(true);
    expect(await batches.service.operator.checkLedger()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ broken: [expect.anything()] })]),
    );
    const wallet = await database.store.db
      .selectFrom('wallets')
      .select('balance_nanos')
      .executeTakeFirstOrThrow();
    expect(wallet.balance_nanos).toBe(10_000_000_000 - LINES * LINE_NANOS);
  } finally {
    await proxy.close();
    await database.close();
  }
});

it('D-BATCH-6 D-78 runs on while Redis is killed and started again, and answers and charges each line once', async (context) => {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres || (await testRedisUrl()) === undefined) return context.skip('PostgreSQL or Redis not found');
  const redis = await startOwnRedis();
  try {
    await using batches = await startBatches(postgres, {
      ...PAID,
      environment: { REDIS_URL: redis.url },
      delayMs: 20,
    });
    const { id } = await batches.create(chats(LINES));
    const done = async (): Promise<number> => (await batches.read(id)).request_counts.succeeded;
    for (let outage = 1; outage <= OUTAGES; outage++) {
      const before = await done();
      await redis.kill();
      await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(Math.min(before + 50, LINES - 1));
      await redis.restart();
    }
    expect((await batches.until(id)).request_counts).toMatchObject({ succeeded: LINES, errored: 0 });
    expect([...batches.engine.asked.values()].every((times) => times === 1)).toBe(true);
    const balances = await batches.drainAndRead((db) =>
      db.selectFrom('wallets').select('balance_nanos').execute(),
    );
    expect(balances).toEqual([{ balance_nanos: 10_000_000_000 - LINES * LINE_NANOS }]);
  } finally {
    await redis.kill();
  }
});
