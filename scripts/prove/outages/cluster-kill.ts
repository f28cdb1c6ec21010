import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startOwnRedis,
  startScriptedUpstream,
  textReply,
  type OwnRedis,
} from '../../../server/test-kit/index.ts';
import { Load, type CallOutcome } from '../measure/load.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { checkPaidBooks, paidDeployment } from '../deployment/paid-deployment.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import { withStore } from '../deployment/store-access.ts';
import { compareUsage, readUsage } from '../measure/usage.ts';

const CALLERS = 45;
const OUTAGE_MS = 3000;
/** Between two blows: traffic as it should be. */
const CALM_MS = 1000;
const CHUNKS = Array.from({ length: 8 }, (_, i) => `word${i} `);
/** What may be said while the database is away: to an account a node does not know yet, or has no credits set aside for. */
const UNCERTAIN = new Set(['authorization_unavailable', 'plan_check_unavailable', 'usage_check_unavailable']);

export const proveClusterKill: Proof = {
  name: 'cluster-kill',
  summary:
    'kill -9 of nodes, PostgreSQL and Redis in turn, under paid load: every final event has its one record, and the wallet is whole',
  async run(options) {
    const postgres = await PostgresCluster.make();
    if (!postgres) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      console.log('  skipped: PostgreSQL not found');
      return;
    }
    const redis = await startOwnRedis();
    try {
      await killInTurn(postgres, redis, options);
    } finally {
      await redis.kill();
      await postgres.remove();
    }
  },
};

async function killInTurn(
  postgres: PostgresCluster,
  redis: OwnRedis,
  { rounds }: ProofOptions,
): Promise<void> {
  await using upstream = await startScriptedUpstream(textReply(CHUNKS, { delayMs: 25 }));
  await using nodes = await NodeCluster.start({
    ...paidDeployment(upstream.baseUrl),
    databaseUrl: postgres.databaseUrl,
    redisUrl: redis.url,
  });
  const outcomes: CallOutcome[] = [];
  const load = new Load(
    CALLERS,
    () => ({ url: nodes.urls[randomInt(nodes.urls.length)]!, stream: randomInt(3) > 0 }),
    (response) => outcomes.push(response),
  );
  try {
    // Each turn is four outages; a quarter of the kills a lone service gets shows what there is to show.
    for (let turn = 0; turn < Math.ceil(rounds / 4); turn++) {
      const node = turn % nodes.urls.length;
      await blow(`node ${node}`, nodes, outcomes, {
        begin: () => nodes.kill(node),
        end: () => nodes.restart(node),
      });
      await blow('PostgreSQL', nodes, outcomes, {
        begin: () => postgres.kill(),
        end: () => postgres.start(),
      });
      await blow(`PostgreSQL, and then node ${node},`, nodes, outcomes, {
        // What it answered meanwhile is in its journal only, and what it held is a dead run's.
        begin: async () => {
          await postgres.kill();
          await delay(CALM_MS);
          await nodes.kill(node);
        },
        end: async () => {
          await postgres.start();
          await nodes.restart(node);
        },
      });
      await blow('Redis', nodes, outcomes, { begin: () => redis.kill(), end: () => redis.restart() });
    }
  } finally {
    await load.stop();
  }
  await deadRunLeasesAreRemoved(postgres, nodes);
  await nodes.checkLedger();
  await nodes.stop();
  await checkOutcome(postgres, outcomes);
}

interface Blow {
  begin(): Promise<void>;
  end(): Promise<void>;
}

async function blow(
  what: string,
  nodes: NodeCluster,
  outcomes: readonly CallOutcome[],
  { begin, end }: Blow,
): Promise<void> {
  await delay(CALM_MS);
  const from = outcomes.length;
  await begin();
  await delay(OUTAGE_MS);
  await end();
  const readyMs = await nodes.allReady();
  const during = outcomes.slice(from);
  const codes = [...new Set(during.flatMap(({ code }) => code ?? []))];
  report(`${what} killed`, {
    'answers until all was well': during.length,
    complete: during.filter(({ complete }) => complete).length,
    'refused meanwhile': `${during.filter(({ status }) => status >= 400).length}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`,
    'ms at 99 of 100': percentile(
      during.map(({ elapsedMs }) => elapsedMs),
      0.99,
    ),
    'ms at the most': percentile(
      during.map(({ elapsedMs }) => elapsedMs),
      1,
    ),
    'ms until every node was ready by itself': Math.round(readyMs),
  });
}

/** While the nodes run: one that was killed has at most the lease of the run that followed. */
async function deadRunLeasesAreRemoved(postgres: PostgresCluster, nodes: NodeCluster): Promise<void> {
  const known = new Set(nodes.urls.map((_, node) => nodes.nodeId(node)));
  const until = performance.now() + 15_000;
  let holders: readonly string[] = [];
  while (performance.now() < until) {
    holders = await withStore(
      { dataDir: '/nonexistent', databaseUrl: postgres.databaseUrl },
      async ({ db }) => {
        const leases = await db.selectFrom('wallet_leases').select('node_id').execute();
        return leases.map(({ node_id }) => node_id.split('/')[0]!);
      },
    );
    if (new Set(holders).size === holders.length && holders.every((holder) => known.has(holder))) {
      report('leases', { 'while the nodes run': holders.length, 'of runs that are dead': 0 });
      return;
    }
    await delay(200);
  }
  throw new Error(`leases of dead runs are left: ${holders.join(', ')}`);
}

async function checkOutcome(postgres: PostgresCluster, outcomes: readonly CallOutcome[]): Promise<void> {
  const finished = outcomes.filter(({ complete }) => complete);
  const refused = outcomes.filter(({ status }) => status >= 400);
  report('calls', {
    'in all': outcomes.length,
    'with their final event': finished.length,
    'cut by a kill': outcomes.filter(({ complete, status }) => !complete && status < 400).length,
    refused: refused.length,
  });
  const wrong = refused.filter(({ status, code }) => status !== 503 || !UNCERTAIN.has(code ?? ''));
  require(wrong.length === 0, `a good key was told ${JSON.stringify(wrong.slice(0, 3))}`);
  require(finished.length > outcomes.length / 2, 'too few calls finished for the proof to mean anything');
  await withStore({ dataDir: '/nonexistent', databaseUrl: postgres.databaseUrl }, async (store) => {
    const ids = finished.map(({ requestId }) => requestId ?? '');
    const { records, matched, extra, missing, repeated } = compareUsage(ids, await readUsage(store));
    report('records', {
      'in all': records,
      'of finished calls': matched,
      'of calls without a final event': extra,
      missing: missing.length,
      twice: repeated.length,
    });
    require(missing.length === 0, `no record of ${missing.slice(0, 5).join(', ')}`);
    require(repeated.length === 0, `recorded twice: ${repeated.slice(0, 5).join(', ')}`);
    await checkPaidBooks('books', store);
  });
}
