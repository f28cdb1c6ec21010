import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  COVERED,
  isPgBouncerThere,
  LEFT_NANOS,
  MAIN_KEY,
  raceDeployment,
  raceForWallet,
  raceKey,
  raceOrganizations,
  REFUSED,
  startPgBouncer,
  usualDatabase,
  type OpenTestDatabase,
  type PgBouncer,
  type PoolMode,
} from '#test-kit';
import { proveBooksAfterKill } from './processes/killed-run.ts';
import {
  canRunNodes,
  count,
  database,
  installNodeHooks,
  NODES,
  spread,
  withNodes,
} from './processes/nodes.ts';
import {
  installProcessHooks,
  run,
  SECOND_KEY,
  upstream,
  writeServiceFiles,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const SVC_DATA_KEY = randomBytes(32).toString('base64');

describe.runIf(canRunNodes)('behind PgBouncer', () => {
  let opened: OpenTestDatabase;
  let pooler: PgBouncer;
  installProcessHooks();
  installNodeHooks();
  beforeAll(async () => {
    opened = await (await usualDatabase()).open();
  });
  afterAll(() => opened.close());
  beforeEach((context) => {
    if (!isPgBouncerThere()) context.skip('PgBouncer not found');
  });
  afterEach(() => pooler?.stop());

  /** Variables of a service behind it, in the mode. Its databases are all of the server. */
  async function through(mode: PoolMode) {
    pooler = await startPgBouncer(opened.databaseUrl!, mode, { default_pool_size: '60' });
    return ({ databaseUrl }: OpenTestDatabase) => ({
      DATABASE_URL: pooler.urlOf(databaseUrl!),
      ...(mode === 'transaction' ? { DATABASE_DIRECT_URL: databaseUrl! } : {}),
    });
  }

  it.each([
    ['transaction', 'Set DATABASE_DIRECT_URL to the address of the server itself'],
    ['statement', 'It allows no transactions. Set pool_mode = session'],
  ] as const)('in %s mode a start is refused, and the doctor says why', async (mode, expected) => {
    const { DATABASE_URL } = (await through(mode))(opened);
    const env = { ...writeServiceFiles(), DATABASE_URL, SVC_DATA_KEY };
    const text = `DATABASE_URL leads to ${new URL(DATABASE_URL).host}, a connection pooler in ${mode} mode. `;
    const { code, err } = await run(['start'], env);
    expect([code, err]).toEqual([1, expect.stringContaining(text)]);
    expect(err).toContain(expected);
    const { out } = await run(['doctor'], env);
    expect(out).toMatch(/^failed +database +DATABASE_URL leads to /m);
  });

  describe.each(['session', 'transaction'] as const)('in %s mode', (mode) => {
    it('a killed run leaves complete books to the next', async () => {
      const other = await (await usualDatabase()).open();
      try {
        const env = { ...(await through(mode))(other), SVC_DATA_KEY };
        await expect(proveBooksAfterKill(env, (read) => read(other.store.db))).resolves.toBeUndefined();
      } finally {
        await pooler.stop();
        await other.close();
      }
    });

    it('nodes admit exactly what a balance covers, and charge and record each', async () => {
      const environment = await through(mode);
      const options = { deployment: raceDeployment(), provisioning: raceOrganizations(1), environment };
      await withNodes(options, async (nodes, env) => {
        const urls = nodes.map(({ url }) => url);
        expect(await raceForWallet(urls, raceKey(0), upstream)).toEqual({
          admitted: COVERED,
          noCredits: REFUSED,
          others: [],
        });
        const ledger = await run(['ledger', 'check'], { ...env, SVC_DATA_DIR: 'node-0' });
        expect([ledger.code, ledger.out]).toEqual([0, expect.not.stringContaining('FAIL')]);
        await Promise.all(nodes.map((node) => node.end('SIGTERM')));
        const { db } = database.store;
        expect(await db.selectFrom('wallets').select('balance_nanos').execute()).toEqual([
          { balance_nanos: LEFT_NANOS },
        ]);
        expect(await db.selectFrom('wallet_leases').selectAll().execute()).toEqual([]);
        expect(await db.selectFrom('usage_records').select('request_id').execute()).toHaveLength(COVERED);
        await pooler.stop();
      });
    });

    it('nodes refuse a key once its revocation on another returned', async () => {
      await withNodes({ environment: await through(mode) }, async (nodes, env) => {
        expect(await spread(nodes, 6)).toEqual(Array.from({ length: 6 }, () => 200));
        const { code } = await run(['keys', 'revoke', MAIN_KEY], { ...env, SVC_DATA_DIR: 'node-1' });
        expect(code).toBe(0);
        expect(count(await spread(nodes, NODES * 4), 401)).toBe(NODES * 4);
        expect(await spread(nodes, NODES, SECOND_KEY)).toEqual([200, 200, 200]);
        await Promise.all(nodes.map((node) => node.end('SIGTERM')));
        await pooler.stop();
      });
    });
  });
});
