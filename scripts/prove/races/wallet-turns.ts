import {
  chunk,
  MAX_TOKENS,
  NANOS_PER_TOKEN,
  oneModel,
  openaiEngine,
  raceDeployment,
  raceKey,
  raceOrganizations,
  rawReply,
  sse,
  startOwnRedis,
  startScriptedUpstream,
  testDatabases,
  type OpenTestDatabase,
} from '../../../server/test-kit/index.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { report, require, type Proof } from '../proof.ts';

/** As many calls as a wallet covers, each at its worst case. */
const COVERED = 10;
/** Wallets that one provisioning file has room for. */
const MAX_WALLETS = 2000;
/** Wallets that are spent at the same time, so that nodes deliver and renew while others are asked. */
const CONCURRENT_ROUNDS = 8;
/** How long a busy machine takes for an answer is not what is proven. */
const AMPLE = { first_output_s: 60, silence_s: 60, total_s: 120 };
const COST_NANOS = MAX_TOKENS * NANOS_PER_TOKEN;

export const proveWalletTurns: Proof = {
  name: 'wallet-turns',
  summary:
    'calls one after the other, over 3 nodes, on a wallet that covers exactly 10: no earlier one is refused',
  async run({ rounds }) {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return;
    for (let done = 0; done < rounds; done += MAX_WALLETS) {
      const database = await postgres.open({ migrated: false });
      const redis = await startOwnRedis();
      try {
        await spendInTurns(database, redis.url, Math.min(MAX_WALLETS, rounds - done));
      } finally {
        await redis.kill();
        await database.close();
      }
    }
  },
};

/** Spends so many wallets over a cluster of its own. */
async function spendInTurns(database: OpenTestDatabase, redisUrl: string, rounds: number): Promise<void> {
  await using upstream = await startScriptedUpstream();
  const usage = { prompt_tokens: 9, completion_tokens: MAX_TOKENS };
  upstream.script(() =>
    rawReply([sse(chunk({ content: 'x' }, 'length')), sse({ choices: [], usage }), sse('[DONE]')]),
  );
  await using nodes = await NodeCluster.start({
    deployment: oneModel(openaiEngine(upstream.baseUrl, { timeouts: AMPLE }), raceDeployment()),
    provisioning: raceOrganizations(rounds, COVERED * COST_NANOS),
    databaseUrl: database.databaseUrl!,
    redisUrl,
  });
  const wrong: string[] = [];
  let next = 0;
  const spend = async (): Promise<void> => {
    for (let round = next++; round < rounds; round = next++) {
      const statuses: number[] = [];
      for (let call = 0; call <= COVERED; call++)
        statuses.push(await ask(nodes.urls[(round + call) % nodes.urls.length]!, raceKey(round)));
      const expected = [...Array.from({ length: COVERED }, () => 200), 402];
      if (statuses.join() !== expected.join()) wrong.push(`round ${round}: ${statuses.join(' ')}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_ROUNDS }, spend));
  report('rounds', { exact: rounds - wrong.length, wrong: wrong.length });
  require(wrong.length === 0, wrong.slice(0, 5).join('; '));
  await nodes.checkLedger();
  await nodes.stop();
}

async function ask(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hello' }], max_tokens: MAX_TOKENS }),
  });
  await response.text();
  return response.status;
}
