import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  startOwnRedis,
  startScriptedUpstream,
  textReply,
  type OwnRedis,
} from '../../../server/test-kit/index.ts';
import { Load, type Answer } from '../measure/load.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { checkPaidBooks, paidDeployment } from '../deployment/paid-deployment.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import { withStore } from '../deployment/store-access.ts';
import { compareUsage, readUsage } from '../measure/usage.ts';

const CALLERS = 45;
const AWAY_MS = 3000;
/** Between two blows: traffic as it should be. */
const CALM_MS = 1000;
const PIECES = Array.from({ length: 8 }, (_, i) => `word${i} `);
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
  await using upstream = await startScriptedUpstream(textReply(PIECES, { delayMs: 25 }));
  await using nodes = await NodeCluster.start({
    ...paidDeployment(upstream.baseUrl),
    databaseUrl: postgres.databaseUrl,
    redisUrl: redis.url,
  });
  const answers: Answer[] = [];
  const load = new Load(
    CALLERS,
    () => ({ url: nodes.urls[randomInt(nodes.urls.length)]!, stream: randomInt(3) > 0 }),
    (answer) => answers.push(answer),
  );
  try {
    // Each turn is four outages; a quarter of the kills a lone service gets shows what there is to show.
    for (let turn = 0; turn < Math.ceil(rounds / 4); turn++) {
      const node = turn % nodes.urls.length;
      await blow(`node ${node}`, nodes, answers, {
        begin: () => nodes.kill(node),
        end: () => nodes.restart(node),
      });
      await blow('PostgreSQL', nodes, answers, { begin: () => postgres.kill(), end: () => postgres.start() });
      await blow(`PostgreSQL, and then node ${node},`, nodes, answers, {
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
      await blow('Redis', nodes, answers, { begin: () => redis.kill(), end: () => redis.restart() });
    }
  } finally {
    await load.stop();
  }
  await leasesOfDeadRunsAreGone(postgres, nodes);
  await nodes.checkLedger();
  await nodes.stop();
  await checkOutcome(postgres, answers);
}

interface Blow {
  begin(): Promise<void>;
  end(): Promise<void>;
}

async function blow(
  what: string,
  nodes: NodeCluster,
  answers: readonly Answer[],
  { begin, end }: Blow,
): Promise<void> {
  await delay(CALM_MS);
  const from = answers.length;
  await begin();
  await delay(AWAY_MS);
  await end();
  const readyMs = await nodes.allReady();
  const during = answers.slice(from);
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
async function leasesOfDeadRunsAreGone(postgres: PostgresCluster, nodes: NodeCluster): Promise<void> {
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

async function checkOutcome(postgres: PostgresCluster, answers: readonly Answer[]): Promise<void> {
  const finished = answers.filter(({ complete }) => complete);
  const refused = answers.filter(({ status }) => status >= 400);
  report('calls', {
    'in all': answers.length,
    'with their final event': finished.length,
    'cut by a kill': answers.filter(({ complete, status }) => !complete && status < 400).length,
    refused: refused.length,
  });
  const wrong = refused.filter(({ status, code }) => status !== 503 || !UNCERTAIN.has(code ?? ''));
  require(wrong.length === 0, `a good key was told ${JSON.stringify(wrong.slice(0, 3))}`);
  require(finished.length > answers.length / 2, 'too few calls finished for the proof to mean anything');
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
