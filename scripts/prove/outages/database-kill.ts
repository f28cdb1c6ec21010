import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startScriptedUpstream,
  textReply,
} from '../../../server/test-kit/index.ts';
import { Load, send, type CallOutcome } from '../measure/load.ts';
import { checkBooks } from '../deployment/paid-deployment.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../deployment/store-access.ts';
import { compareUsage, readUsage } from '../measure/usage.ts';

const CALLERS = 30;
const OUTAGE_MS = 6000;
/** Known keys are answered from memory, so an outage may cost them next to nothing. */
const SLOWEST_KNOWN_MS = 2000;
/** Unknown ones are told so before a caller's patience ends. */
const SLOWEST_UNKNOWN_MS = 5000;
const RECOVERS_WITHIN_MS = 30_000;
const COLD_KEYS = Array.from(
  { length: 200 },
  (_, i) => `sk_live_${i.toString(16).padStart(4, '0').repeat(16)}`,
);

export const proveDatabaseKill: Proof = {
  name: 'database-kill',
  summary:
    'PostgreSQL killed and frozen under load: known keys go on, none is told 401, every record arrives',
  async run(options) {
    const cluster = await PostgresCluster.make();
    if (!cluster) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      console.log('  skipped: PostgreSQL not found');
      return;
    }
    try {
      await outages(cluster, options);
    } finally {
      await cluster.remove();
    }
  },
};

async function outages(cluster: PostgresCluster, { rounds }: ProofOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-database-'));
  await using upstream = await startScriptedUpstream(textReply('one two three four', { delayMs: 10 }));
  const keys = [MAIN_KEY, ...COLD_KEYS].map((secret, i) => ({
    name: `key ${i}`,
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret,
  }));
  const folder = prepareFolder(
    directory,
    oneModel(openaiEngine(upstream.baseUrl)),
    oneOrganization({ keys }),
    {
      DATABASE_URL: cluster.databaseUrl,
      SVC_DATA_KEY: DATA_KEY,
    },
  );
  const service = await startServiceProcess(folder);
  const cold = COLD_KEYS[Symbol.iterator]();
  const outcomes: CallOutcome[] = [];
  const load = new Load(
    CALLERS,
    () => ({ url: service.url, stream: randomInt(2) === 0 }),
    (response) => outcomes.push(response),
  );
  try {
    await delay(2000);
    // Each outage takes its time; a tenth of the kills the service gets shows what there is to show.
    for (let round = 0; round < Math.ceil(rounds / 10); round++) {
      await outage('killed', service, outcomes, cold, {
        begin: () => cluster.kill(),
        end: () => cluster.start(),
      });
      await outage('frozen', service, outcomes, cold, {
        begin: () => cluster.stop(),
        end: () => cluster.resume(),
      });
    }
    await load.stop();
    await checkOutcome(cluster, service, outcomes);
  } finally {
    await load.stop();
    await service.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
}

interface Outage {
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

async function outage(
  how: string,
  service: ServiceProcess,
  outcomes: readonly CallOutcome[],
  cold: Iterator<string>,
  { begin, end }: Outage,
): Promise<void> {
  const from = outcomes.length;
  await begin();
  const unknown: CallOutcome[] = [];
  const until = performance.now() + OUTAGE_MS;
  while (performance.now() < until) {
    unknown.push(await send({ url: service.url, key: cold.next().value as string, stream: false }));
    await delay(250);
  }
  const known = outcomes.slice(from);
  await end();
  const recoveryMs = await recover(service, cold);
  const knownMs = known.map(({ elapsedMs }) => elapsedMs);
  const unknownMs = unknown.map(({ elapsedMs }) => elapsedMs);
  report(how, {
    'answers to a known key': known.length,
    'ms in the middle': percentile(knownMs, 0.5),
    'ms at 99 of 100': percentile(knownMs, 0.99),
    'ms at the most': percentile(knownMs, 1),
  });
  const seen = [...new Set(unknown.map(({ status, code }) => `${status} ${code ?? 'ok'}`))].join(' or ');
  report(how, {
    'answers to keys not seen before': unknown.length,
    'was the answer': seen,
    'ms at the most': percentile(unknownMs, 1),
  });
  report(how, { 'ms until all was well again': Math.round(recoveryMs) });
  const wrong = known.filter(({ status, complete }) => status !== 200 || !complete);
  require(known.length > 100, 'too few answers while the database was away');
  require(wrong.length === 0, `a known key was refused: ${JSON.stringify(wrong.slice(0, 3))}`);
  require(percentile(knownMs, 1) < SLOWEST_KNOWN_MS, 'a known key waited for the database');
  // The first may have been read while the database was going.
  const misled = unknown
    .slice(1)
    .filter(({ status, code }) => status !== 503 || code !== 'authorization_unavailable');
  require(misled.length === 0, `an unseen key was told ${JSON.stringify(misled.slice(0, 3))}`);
  require(percentile(unknownMs, 1) < SLOWEST_UNKNOWN_MS, 'an unseen key waited too long for its refusal');
}

/** Time until the service says that it is ready and answers a key it has not seen. */
async function recover(service: ServiceProcess, cold: Iterator<string>): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERS_WITHIN_MS) {
    const ready = await fetch(`${service.url}/readyz`);
    await ready.body?.cancel();
    const response = await send({ url: service.url, key: cold.next().value as string, stream: false });
    require(response.status !== 401, 'a good key was told 401');
    if (ready.status === 200 && response.status === 200) return performance.now() - startedAt;
    await delay(100);
  }
  throw new Error('The service did not recover by itself.');
}

async function checkOutcome(
  cluster: PostgresCluster,
  service: ServiceProcess,
  outcomes: readonly CallOutcome[],
): Promise<void> {
  const code = await service.end('SIGTERM');
  require(code === 0, `the service ended with ${code}: ${service.output}`);
  const database = { dataDir: tmpdir(), databaseUrl: cluster.databaseUrl };
  const recorded = await withStore(database, readUsage);
  report('books', { 'properties that hold': await withStore(database, checkBooks) });
  const finished = outcomes.filter(({ complete }) => complete);
  const comparison = compareUsage(
    finished.map(({ requestId }) => requestId ?? ''),
    recorded,
  );
  report('records', {
    'finished calls': finished.length,
    'with a record': comparison.matched,
    missing: comparison.missing.length,
    twice: comparison.repeated.length,
  });
  require(comparison.missing.length === 0, `no record of ${comparison.missing.slice(0, 5).join(', ')}`);
  require(comparison.repeated.length === 0, `recorded twice: ${comparison.repeated.slice(0, 5).join(', ')}`);
}
