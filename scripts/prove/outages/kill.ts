import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../../server/src/store/index.ts';
import {
  startScriptedUpstream,
  testDatabases,
  textReply,
  type TestDatabase,
} from '../../../server/test-kit/index.ts';
import { Load, type CallOutcome } from '../measure/load.ts';
import { checkPaidBooks, paidDeployment } from '../deployment/paid-deployment.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess, type ServiceFolder } from '../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../deployment/store-access.ts';
import { compareUsage, readUsage } from '../measure/usage.ts';

const CALLERS = 90;
/** Under way, at the least, at the moment of each kill. */
const MIN_IN_FLIGHT = 50;
const CHUNKS = Array.from({ length: 8 }, (_, i) => `word${i} `);

export const proveKill: Proof = {
  name: 'kill',
  summary: 'kill -9 of the service under load loses no answered request and counts none twice',
  async run(options) {
    for (const database of await testDatabases()) await killOn(database, options);
  },
};

async function killOn(database: TestDatabase, { rounds }: ProofOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-kill-'));
  const upstream = await startScriptedUpstream(textReply(CHUNKS, { delayMs: 25 }));
  const opened = database.kind === 'postgres' ? await database.open({ migrated: false }) : undefined;
  const environment =
    opened?.databaseUrl === undefined ? {} : { DATABASE_URL: opened.databaseUrl, SVC_DATA_KEY: DATA_KEY };
  const { deployment, provisioning } = paidDeployment(upstream.baseUrl);
  const folder = prepareFolder(directory, deployment, provisioning, environment);
  try {
    const outcomes = await killRounds(database.kind, folder, rounds);
    if (opened) await checkOutcome(database.kind, outcomes, opened.store);
    else
      await withStore({ dataDir: join(directory, 'data') }, (store) =>
        checkOutcome(database.kind, outcomes, store),
      );
  } finally {
    await upstream.close();
    await opened?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Every round kills one service under load and starts the next on what it left; the last one is stopped in peace. */
async function killRounds(kind: string, folder: ServiceFolder, rounds: number): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  const inFlight: number[] = [];
  const broken: number[] = [];
  const restartsMs: number[] = [];
  let service = await startServiceProcess(folder);
  for (let round = 0; round < rounds; round++) {
    const { url } = service;
    const load = new Load(
      CALLERS,
      () => ({ url, stream: randomInt(3) > 0 }),
      (response) => outcomes.push(response),
    );
    await delay(randomInt(500, 1500));
    while (load.inFlight < MIN_IN_FLIGHT) await delay(5);
    inFlight.push(load.inFlight);
    const before = outcomes.length;
    const killed = service.end('SIGKILL');
    await load.stop();
    require((await killed) === 'SIGKILL', `the service ended by itself: ${service.output}`);
    broken.push(outcomes.slice(before).filter(({ complete }) => !complete).length);
    service = await startServiceProcess(folder);
    restartsMs.push(await service.ready);
  }
  const code = await service.end('SIGTERM');
  require(code === 0, `the last service ended with ${code}: ${service.output}`);
  report(kind, {
    kills: rounds,
    'in flight at a kill, at the least': Math.min(...inFlight),
    'broken by one, at the least': Math.min(...broken),
  });
  report(kind, {
    'ms to start again in the middle': percentile(restartsMs, 0.5),
    'ms at the most': percentile(restartsMs, 1),
  });
  return outcomes;
}

async function checkOutcome(kind: string, outcomes: readonly CallOutcome[], store: Store): Promise<void> {
  const finished = outcomes.filter(({ complete }) => complete);
  const cut = outcomes.filter(({ complete, status }) => !complete && status === 200);
  const comparison = compareUsage(
    finished.map(({ requestId }) => requestId ?? ''),
    await readUsage(store),
  );
  report(kind, {
    calls: outcomes.length,
    'with their final event': finished.length,
    'cut in their stream': cut.length,
    'without an answer': outcomes.length - finished.length - cut.length,
  });
  report(kind, {
    records: comparison.records,
    'of finished calls': comparison.matched,
    'of calls without a final event': comparison.extra,
    missing: comparison.missing.length,
    twice: comparison.repeated.length,
  });
  const refused = outcomes.filter(({ status }) => status !== 200 && status !== 0);
  require(refused.length === 0, `refused: ${JSON.stringify(refused.slice(0, 3))}`);
  require(finished.length > outcomes.length / 3, 'too few calls finished for the proof to mean anything');
  require(comparison.missing.length === 0, `no record of ${comparison.missing.slice(0, 5).join(', ')}`);
  require(comparison.repeated.length === 0, `recorded twice: ${comparison.repeated.slice(0, 5).join(', ')}`);
  require(comparison.extra <=
    outcomes.length - finished.length, 'more records without a final event than calls that were cut');
  await checkPaidBooks(kind, store);
}
