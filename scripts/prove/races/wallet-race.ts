import {
  COVERED,
  LEFT_NANOS,
  oneModel,
  openaiEngine,
  raceDeployment,
  raceForWallet,
  raceKey,
  raceOrganizations,
  REFUSED,
  startOwnRedis,
  startScriptedUpstream,
  testDatabases,
  type OpenTestDatabase,
} from '../../../server/test-kit/index.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { checkBooks } from '../deployment/paid-deployment.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';

export const proveWalletRace: Proof = {
  name: 'wallet-race',
  summary:
    '300 requests at once, over 3 nodes, on a wallet that covers 50: exactly 50 are admitted, and charged exactly',
  async run(options) {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return;
    const database = await postgres.open({ migrated: false });
    const redis = await startOwnRedis();
    try {
      await raceRounds(database, redis.url, options);
    } finally {
      await redis.kill();
      await database.close();
    }
  },
};

async function raceRounds(
  database: OpenTestDatabase,
  redisUrl: string,
  { rounds }: ProofOptions,
): Promise<void> {
  await using upstream = await startScriptedUpstream();
  await using nodes = await NodeCluster.start({
    deployment: oneModel(
      openaiEngine(upstream.baseUrl, { timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 } }),
      raceDeployment(),
    ),
    provisioning: raceOrganizations(rounds),
    databaseUrl: database.databaseUrl!,
    redisUrl,
  });
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { admitted, noCredits, others } = await raceForWallet(nodes.urls, raceKey(round), upstream);
    report(`round ${round + 1}`, {
      admitted,
      'refused with no_credits': noCredits,
      ms: Math.round(performance.now() - startedAt),
    });
    require(admitted === COVERED &&
      noCredits ===
        REFUSED, `${admitted} admitted, ${noCredits} refused, others: ${others.slice(0, 5).join('; ')}`);
  }
  await nodes.checkLedger();
  await nodes.stop();
  const { db } = database.store;
  const wallets = await db.selectFrom('wallets').select('balance_nanos').execute();
  const exact = wallets.filter(({ balance_nanos }) => balance_nanos === LEFT_NANOS).length;
  const leases = await db.selectFrom('wallet_leases').selectAll().execute();
  report('books', {
    'properties that hold': await checkBooks(database.store),
    wallets: wallets.length,
    'of exactly what must be left': exact,
    'leases left': leases.length,
  });
  require(wallets.length === rounds &&
    exact === rounds, `a balance is not ${LEFT_NANOS}: ${JSON.stringify(wallets)}`);
  require(leases.length === 0, `leases are left: ${JSON.stringify(leases)}`);
}
