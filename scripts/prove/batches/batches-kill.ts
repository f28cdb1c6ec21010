import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  oneModel,
  oneOrganization,
  openaiEngine,
  sql,
  startOwnRedis,
  type OwnRedis,
} from '../../../server/test-kit/index.ts';
import { BatchClient } from './batch-client.ts';
import { GatedEngine } from './gated-engine.ts';
import { NodeCluster } from '../deployment/node-cluster.ts';
import { checkPaidBooks } from '../deployment/paid-deployment.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { withStore } from '../deployment/store-access.ts';

const LINES = 20_000;
const NODES = 3;
/** 10 tokens at 3 dollars and 20 at 15 dollars per million, and half of it. */
const DIRECT_NANOS = 10 * 3000 + 20 * 15_000;
const LINE_NANOS = DIRECT_NANOS / 2;
const BALANCE_NANOS = 100_000_000_000_000;
/** So many kills of nodes for one of PostgreSQL and one of Redis. */
const NODE_KILLS_A_TURN = 6;
const OUTAGE_MS = 1500;
/** Under way, at the least, at the moment of each kill. */
const MIN_HELD = 10;
const RUNS_AGAIN_WITHIN_MS = 120_000;

export const proveBatchesKill: Proof = {
  name: 'batches-kill',
  summary: `kill -9 of nodes, PostgreSQL and Redis amid a batch of ${LINES} lines: each line is answered and charged once, and asked once more per kill at most`,
  async run(options) {
    await onEmbedded(options);
    const postgres = await PostgresCluster.make();
    if (!postgres) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      return console.log('  skipped: PostgreSQL not found');
    }
    const redis = await startOwnRedis();
    try {
      await onPostgres(postgres, redis, options);
    } finally {
      await redis.kill();
      await postgres.remove();
    }
  },
};

/** What is killed. A node's `kill` answers how many lines it had claimed. */
interface Victim {
  readonly name: string;
  kill(): Promise<number>;
  restart(): Promise<void>;
}

async function onPostgres(
  postgres: PostgresCluster,
  redis: OwnRedis,
  { rounds, size }: ProofOptions,
): Promise<void> {
  await using engine = await GatedEngine.open();
  // What the proof itself asks may take longer than a call: the machine is busy.
  const where = { dataDir: '/nonexistent', databaseUrl: `${postgres.databaseUrl}?connect_timeout=30` };
  await using nodes = await NodeCluster.start({
    ...deployment(engine),
    databaseUrl: postgres.databaseUrl,
    redisUrl: redis.url,
    nodes: NODES,
  });
  const node = (number: number): Victim => ({
    name: 'node',
    async kill() {
      const id = nodes.nodeId(number);
      await nodes.kill(number);
      return claimedBy(where, id);
    },
    restart: () => nodes.restart(number),
  });
  const victims = Array.from({ length: rounds }, (_, round) => {
    const turn = [node(round % NODES)];
    if (round % NODE_KILLS_A_TURN === NODE_KILLS_A_TURN - 1)
      turn.push(
        sharedServer('PostgreSQL', { kill: () => postgres.kill(), start: () => postgres.start() }),
        sharedServer('Redis', { kill: () => redis.kill(), start: () => redis.restart() }),
      );
    return turn;
  }).flat();
  await killAmidBatch('postgres', {
    engine,
    victims,
    lines: LINES * size,
    client: new BatchClient(() => nodes.urls),
  });
  await nodes.checkLedger();
  await nodes.stop();
  await checkMoney('postgres', where, LINES * size);
}

/** What nodes share. It holds no lines. */
function sharedServer(
  name: string,
  { kill, start }: { kill(): Promise<void>; start(): Promise<void> },
): Victim {
  return {
    name,
    async kill() {
      await kill();
      await delay(OUTAGE_MS);
      return 0;
    },
    restart: start,
  };
}

async function onEmbedded({ rounds, size }: ProofOptions): Promise<void> {
  await using engine = await GatedEngine.open();
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-batches-'));
  const { deployment: settings, provisioning } = deployment(engine);
  const folder = prepareFolder(directory, settings, provisioning);
  const where = { dataDir: join(directory, 'data') };
  let service: ServiceProcess = await startServiceProcess(folder);
  const victim: Victim = {
    name: 'node',
    async kill() {
      await service.end('SIGKILL');
      return claimedBy(where, '');
    },
    async restart() {
      service = await startServiceProcess(folder);
    },
  };
  try {
    const victims = Array.from({ length: rounds }, () => victim);
    await killAmidBatch('embedded', {
      engine,
      victims,
      lines: LINES * size,
      client: new BatchClient(() => [service.url]),
    });
    await service.end('SIGTERM');
    await checkMoney('embedded', where, LINES * size);
  } finally {
    await service.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
}

function deployment(engine: GatedEngine): { readonly deployment: unknown; readonly provisioning: unknown } {
  const timeouts = { first_output_s: 120, silence_s: 120, total_s: 120 };
  return {
    deployment: oneModel(openaiEngine(engine.baseUrl, { max_concurrency: 60, timeouts }), {
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
      limits: { files_batches_models_requests_per_minute: 1_000_000 },
    }),
    provisioning: oneOrganization({
      credits: { enabled: true, balance_usd: String(BALANCE_NANOS / 1_000_000_000) },
    }),
  };
}

/** Lines that the runs of a node have claimed. */
function claimedBy(where: Parameters<typeof withStore>[0], nodeId: string): Promise<number> {
  return withStore(where, async ({ db }) => {
    const { rows } = await sql<{ lines: number }>`
      select count(*)::int as lines from batch_lines where state = 'running' and claim_id like ${`${nodeId}%`}`.execute(
      db,
    );
    return rows[0]!.lines;
  });
}

interface Killing {
  readonly engine: GatedEngine;
  readonly victims: readonly Victim[];
  readonly lines: number;
  readonly client: BatchClient;
}

/** The engine answers an equal part of the lines between two kills, and holds the calls that are under way when one is killed. */
async function killAmidBatch(kind: string, { engine, victims, lines, client }: Killing): Promise<void> {
  const { id } = await client.create(lines);
  const part = Math.floor(lines / (victims.length + 1));
  const waits: number[] = [];
  let lost = 0;
  for (const victim of victims) {
    engine.allow(part);
    waits.push(await untilHeld(engine, victim.name));
    lost += await victim.kill();
    await victim.restart();
  }
  engine.allow(Infinity);
  const batch = await client.ended(id);
  const asked = [...engine.asked.values()];
  const again = asked.reduce((sum, times) => sum + times - 1, 0);
  report(kind, {
    lines,
    ...Object.fromEntries(
      Object.entries(Object.groupBy(victims, ({ name }) => name)).map(([name, killed]) => [
        `kills of ${name}`,
        killed!.length,
      ]),
    ),
    'lines claimed by killed nodes': lost,
    'calls made again': again,
    's at the most until lines ran': (Math.max(...waits) / 1000).toFixed(1),
  });
  require(batch.status === 'completed', `the batch is ${batch.status}`);
  require(batch.request_counts.succeeded === lines, `results: ${JSON.stringify(batch.request_counts)}`);
  const ids = (await client.results(batch)).map(({ custom_id: customId }) => customId);
  const wrong = ids.findIndex((one, i) => one !== `line-${i}`);
  require(ids.length === lines &&
    wrong === -1, `the output has ${ids.length} lines; number ${wrong} is ${ids[wrong]}`);
  require(again <= lost, `${again} calls were made again, for ${lost} lines of killed nodes`);
}

async function untilHeld(engine: GatedEngine, before: string): Promise<number> {
  const startedAt = performance.now();
  while (engine.holding < MIN_HELD) {
    require(performance.now() - startedAt <
      RUNS_AGAIN_WITHIN_MS, `lines do not run; next to kill: ${before}`);
    await delay(5);
  }
  return performance.now() - startedAt;
}

/** Each line is charged once, at half the direct price, and the books add up. */
async function checkMoney(
  kind: string,
  where: Parameters<typeof withStore>[0],
  lines: number,
): Promise<void> {
  await withStore(where, async (store) => {
    const records = await store.withoutTimeLimits((db) =>
      db.selectFrom('usage_records').select(['request_id', 'cost_nanos']).execute(),
    );
    const ids = new Set(records.map(({ request_id: id }) => id));
    require(records.length === lines &&
      ids.size === lines, `${records.length} charges, ${ids.size} of them different`);
    require(records.every(
      ({ cost_nanos: nanos }) => nanos === LINE_NANOS,
    ), 'a line was not charged half the direct price');
    const { balance_nanos: balance } = await store.db
      .selectFrom('wallets')
      .select('balance_nanos')
      .executeTakeFirstOrThrow();
    require(balance === BALANCE_NANOS - lines * LINE_NANOS, `the balance is ${balance}`);
    await checkPaidBooks(kind, store);
  });
}
