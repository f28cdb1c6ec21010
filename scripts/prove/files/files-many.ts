import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  testDatabases,
  type TestDatabase,
} from '../../../server/test-kit/index.ts';
import { seedFiles } from './seed-files.ts';
import { Neighbour } from '../hostile/neighbour.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../deployment/store-access.ts';

const FILES = 10_000;
const AGAIN = 15;
const MAX_LIST_MS = 20;
const MAX_EXPIRY_S = 60;
const CALM_MS = 10_000;
/** Between a move of the clock and the expiry: the move makes every cache stale and every periodic job due, which is not measured. */
const BEFORE_EXPIRY_MS = 2 * CALM_MS;
const POLL_MS = 1000;
const LISTS = [
  '?limit=100',
  '?limit=100&purpose=document&status=ready',
  '?limit=100&status=failed',
  '?limit=100&source=batch_output',
];

export const proveFilesMany: Proof = {
  name: 'files-many',
  summary: `${FILES} files of a workspace: lists under ${MAX_LIST_MS} ms, and all of them expire while others call`,
  async run(options) {
    for (const database of await testDatabases()) await expireOn(database, options);
  },
};

async function expireOn(database: TestDatabase, { size }: ProofOptions): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-many-'));
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const databaseUrl = opened?.databaseUrl;
  const limits = { files_batches_models_requests_per_minute: 1_000_000, chat_requests_per_minute: 1_000_000 };
  const folder = prepareFolder(directory, oneModel({ type: 'sandbox' }, { limits }), oneOrganization(), {
    SVC_TEST_CLOCK: '1',
    SVC_DATA_KEY: DATA_KEY,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const dataDir = join(directory, 'data');
  const files = join(dataDir, 'files');
  let service = await startServiceProcess(folder);
  try {
    await service.end('SIGTERM');
    const count = Math.ceil(FILES * size);
    const where = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
    const expiresAtMs = await withStore(where, (store) => seedFiles(store, files, count));
    service = await startServiceProcess(folder);
    await readLists(database.kind, service);
    await moveClock(service, expiresAtMs - BEFORE_EXPIRY_MS - Date.now());
    await expireAll(database.kind, service, files, count);
  } finally {
    await service.end('SIGKILL');
    await opened?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The first page of each list, the best of some answers: what else the machine does is not theirs. */
async function readLists(kind: string, { url }: ServiceProcess): Promise<void> {
  const middle = (await read(url, '?limit=100')).lastId;
  for (const list of [...LISTS, `?limit=100&after_id=${middle}`]) {
    let bestMs = Infinity;
    let items = 0;
    for (let time = 0; time < AGAIN; time++) {
      const startedAt = performance.now();
      ({ items } = await read(url, list));
      bestMs = Math.min(bestMs, performance.now() - startedAt);
    }
    report(`${kind}, ${list}`, { items, ms: bestMs.toFixed(1) });
    require(bestMs < MAX_LIST_MS, `${list} took ${bestMs.toFixed(1)} ms`);
  }
}

async function read(url: string, list: string): Promise<{ readonly items: number; readonly lastId: string }> {
  const response = await fetch(`${url}/v1/files${list}`, {
    headers: { authorization: `Bearer ${MAIN_KEY}` },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return { items: data.length, lastId: data.at(-1)?.id ?? '' };
}

async function moveClock({ url }: ServiceProcess, ms: number): Promise<void> {
  const body = JSON.stringify({ advance_s: Math.floor(ms / 1000) });
  const moved = await fetch(`${url}/internal/test/clock`, { method: 'POST', body });
  await moved.body?.cancel();
  require(moved.status === 200, `moving the clock: ${moved.status}`);
}

async function expireAll(kind: string, service: ServiceProcess, files: string, count: number): Promise<void> {
  const neighbour = new Neighbour(service);
  try {
    await delay(BEFORE_EXPIRY_MS - CALM_MS);
    neighbour.take();
    await delay(CALM_MS);
    const alone = neighbour.take();
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    while ((await countBlobs(files)) > 0 && seconds() < MAX_EXPIRY_S) await delay(POLL_MS);
    const meanwhile = neighbour.take();
    const left = await countBlobs(files);
    report(kind, { files: count, 'seconds until rows and bytes were gone': seconds().toFixed(1), left });
    report(kind, { 'ms p50 of calls alone': alone.p50, 'ms p99': alone.p99, calls: alone.calls });
    report(kind, { 'ms p50 meanwhile': meanwhile.p50, 'ms p99': meanwhile.p99, calls: meanwhile.calls });
    require(left === 0, `${left} files are left`);
    require((await read(service.url, '?limit=1')).items === 0, 'expired files are listed');
    require(neighbour.failed === 0, `${neighbour.failed} calls failed`);
    require(meanwhile.p99 <= Math.max(100, alone.p99 * 2), `calls took ${meanwhile.p99} ms at 99 of 100`);
  } finally {
    await neighbour.stop();
  }
}

async function countBlobs(folder: string): Promise<number> {
  const names = await readdir(join(folder, 'blobs'), { recursive: true });
  return names.filter((name) => name.includes('/')).length;
}
