import { randomInt } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, startScriptedUpstream, textReply } from '../../../server/test-kit/index.ts';
import { Uploads } from './uploads.ts';
import { seedFiles } from '../files/seed-files.ts';
import { Load, send } from '../measure/load.ts';
import { checkPaidBooks, paidDeployment } from '../deployment/paid-deployment.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import {
  prepareFolder,
  runCommand,
  startServiceProcess,
  type ServiceFolder,
  type ServiceProcess,
} from '../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../deployment/store-access.ts';
import { compareUsage, readUsage } from '../measure/usage.ts';

const CALLERS = 20;
const UPLOADERS = 3;
const ROWS = 400_000;
const FILES = 4_000;
const CHUNKS = Array.from({ length: 6 }, (_, i) => `word${i} `);
/** Longer than the leases of uploads and jobs. */
const PAST_LEASES_S = 300;
const SETTLES_WITHIN_MS = 60_000;
const RSS_EVERY_MS = 50;

export const proveBackup: Proof = {
  name: 'backup',
  summary:
    'a backup under load, restored elsewhere after kill -9, has every call and file of before it, none twice, and books that add up',
  async run(options) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-backup-'));
    const upstream = await startScriptedUpstream(textReply(CHUNKS, { delayMs: 15 }));
    const { deployment, provisioning } = paidDeployment(upstream.baseUrl);
    const folder = prepareFolder(directory, deployment, provisioning, {
      SVC_TEST_CLOCK: '1',
      SVC_DATA_KEY: DATA_KEY,
    });
    try {
      await seed(folder, options);
      for (let round = 1; round <= options.rounds; round++) await backUpOnce(folder, round);
    } finally {
      await upstream.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** A database and a folder of some size. */
async function seed(folder: ServiceFolder, { size }: ProofOptions): Promise<void> {
  const first = await startServiceProcess(folder);
  require((await first.end('SIGTERM')) === 0, `the first service failed: ${first.output}`);
  const dataDir = join(folder.directory, 'data');
  await withStore({ dataDir }, async (store) => {
    await sql`create table filler as select g as id, md5(g::text) || repeat(md5((g + 1)::text), 12) as text
      from generate_series(1, ${Math.ceil(ROWS * size)}::int) g`.execute(store.db);
    await seedFiles(store, join(dataDir, 'files'), Math.ceil(FILES * size));
  });
}

interface Finished {
  readonly id: string;
  readonly atMs: number;
  readonly elapsedMs: number;
}

async function backUpOnce(folder: ServiceFolder, round: number): Promise<void> {
  const file = join(folder.directory, `backup-${round}.tar`);
  const restored: ServiceFolder = {
    ...folder,
    environment: { ...folder.environment, SVC_DATA_DIR: `restored-${round}` },
  };
  const service = await startServiceProcess(folder);
  const finished: Finished[] = [];
  const load = new Load(
    CALLERS,
    () => ({ url: service.url, stream: randomInt(3) > 0 }),
    ({ complete, requestId, elapsedMs }) => {
      if (complete && requestId !== undefined)
        finished.push({ id: requestId, atMs: performance.now(), elapsedMs });
    },
  );
  const uploads = new Uploads(service.url, UPLOADERS);
  await delay(randomInt(3000, 6000));
  const { startedMs, endedMs, rssBytes } = await backUp(folder, service, file);
  await delay(randomInt(500));
  await service.end('SIGKILL');
  await Promise.all([load.stop(), uploads.stop()]);
  reportBackup(round, { startedMs, endedMs, rssBytes, bytes: (await stat(file)).size }, finished);
  await restoreAndCheck(restored, file, { finished, uploads, startedMs, endedMs });
  await rm(file);
  await rm(join(folder.directory, `restored-${round}`), { recursive: true });
}

/** Also the most memory the service had meanwhile, more than before. */
async function backUp(folder: ServiceFolder, service: ServiceProcess, file: string) {
  const before = service.rssBytes();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, service.rssBytes())), RSS_EVERY_MS);
  const startedMs = performance.now();
  const { code, output } = await runCommand(folder, ['backup', file]);
  const endedMs = performance.now();
  clearInterval(watch);
  require(code === 0, `svc backup: ${output} ${service.output.slice(-2000)}`);
  return { startedMs, endedMs, rssBytes: most - before };
}

function reportBackup(
  round: number,
  figures: { startedMs: number; endedMs: number; rssBytes: number; bytes: number },
  finished: readonly Finished[],
): void {
  const { startedMs, endedMs, rssBytes, bytes } = figures;
  const alone = finished.filter(({ atMs }) => atMs < startedMs).map(({ elapsedMs }) => elapsedMs);
  const meanwhile = finished
    .filter(({ atMs }) => atMs >= startedMs && atMs < endedMs)
    .map(({ elapsedMs }) => elapsedMs);
  const seconds = (endedMs - startedMs) / 1000;
  report(`round ${round}`, {
    MB: (bytes / 1e6).toFixed(0),
    seconds: seconds.toFixed(1),
    'MB a second': (bytes / 1e6 / seconds).toFixed(0),
    'MB more memory': (rssBytes / 1e6).toFixed(0),
  });
  report(`round ${round}, calls`, {
    'ms p50 before': percentile(alone, 0.5),
    'ms p99': percentile(alone, 0.99),
    'ms p50 meanwhile': percentile(meanwhile, 0.5),
    'ms p99 meanwhile': percentile(meanwhile, 0.99),
    meanwhile: meanwhile.length,
  });
}

interface Known {
  readonly finished: readonly Finished[];
  readonly uploads: Uploads;
  readonly startedMs: number;
  readonly endedMs: number;
}

async function restoreAndCheck(
  folder: ServiceFolder,
  file: string,
  { finished, uploads, startedMs, endedMs }: Known,
): Promise<void> {
  const restoringMs = performance.now();
  const { code, output } = await runCommand(folder, ['restore', file]);
  require(code === 0, `svc restore: ${output}`);
  const restoredMs = performance.now() - restoringMs;
  const service = await startServiceProcess(folder);
  require((await send({ url: service.url, stream: true })).complete, 'a call of the restored service failed');
  const files = await uploads.check(service.url, startedMs, endedMs);
  await settle(folder, service);
  require((await service.end('SIGTERM')) === 0, `the restored service failed: ${service.output}`);
  const before = finished.filter(({ atMs }) => atMs < startedMs).map(({ id }) => id);
  await withStore({ dataDir: join(folder.directory, folder.environment['SVC_DATA_DIR']!) }, async (store) => {
    const { missing, repeated, records } = compareUsage(before, await readUsage(store));
    require(missing.length === 0, `no record of ${missing.slice(0, 5).join(', ')}`);
    require(repeated.length === 0, `recorded twice: ${repeated.slice(0, 5).join(', ')}`);
    await checkPaidBooks('restored', store);
    report('restored', {
      'ms to restore': Math.round(restoredMs),
      records,
      'of calls before the backup': before.length,
      'files that must be there': files,
    });
  });
}

/** Past all leases files, rows and bytes agree, and the books add up. */
async function settle(folder: ServiceFolder, { url }: ServiceProcess): Promise<void> {
  const body = JSON.stringify({ advance_s: PAST_LEASES_S });
  const moved = await fetch(`${url}/internal/test/clock`, { method: 'POST', body });
  await moved.body?.cancel();
  const until = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const { code, output } = await runCommand(folder, ['files', 'check']);
    if (code === 0) break;
    require(performance.now() < until, `svc files check: ${output}`);
    await delay(1000);
  }
  const { code, output } = await runCommand(folder, ['ledger', 'check']);
  require(code === 0, `svc ledger check: ${output}`);
}
