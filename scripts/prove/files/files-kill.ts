import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  FileTraffic,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  testDatabases,
  type TestDatabase,
} from '../../../server/test-kit/index.ts';
import { S3Process } from './s3-process.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import {
  prepareFolder,
  runCommand,
  startServiceProcess,
  type ServiceFolder,
  type ServiceProcess,
} from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const CALLERS = 12;
/** Under way, at the least, at the moment of each kill. */
const MIN_IN_FLIGHT = 8;
/** Kills between two full inspections. */
const INSPECTED_EVERY = 5;
/** Longer than the leases of uploads and jobs. */
const PAST_LEASES_S = 300;
const SETTLES_WITHIN_MS = 60_000;
const S3_OUTAGE_MS = 300;

export const proveFilesKill: Proof = {
  name: 'files-kill',
  summary:
    'kill -9 of the service, and of S3, amid uploads, processing and deletion leaves rows and bytes that agree',
  async run(options) {
    for (const database of await testDatabases()) {
      await withService(database, undefined, (killing) => killService(killing, database.kind, options));
    }
    const [embedded] = await testDatabases();
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-s3-'));
    const s3 = await S3Process.start(directory);
    try {
      await withService(embedded!, s3, (killing) => killS3(killing, s3, options));
    } finally {
      await s3.kill();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** A service under traffic of files, to be killed and started on what it left. */
class FilesKilling {
  readonly #folder: ServiceFolder;
  #service: ServiceProcess | undefined;
  readonly traffic: FileTraffic;

  constructor(folder: ServiceFolder) {
    this.#folder = folder;
    this.traffic = new FileTraffic({ url: () => this.#service?.url ?? '', key: MAIN_KEY });
  }

  async start(): Promise<void> {
    this.#service = await startServiceProcess(this.#folder);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = await this.#service?.end(signal);
    require(ended ===
      (signal === 'SIGKILL' ? signal : 0), `the service ended with ${ended}: ${this.#service?.output}`);
  }

  /** What the service has printed last. */
  get output(): string {
    return this.#service?.output ?? '';
  }

  /** Resolves when enough is under way, a random time later. */
  async busy(): Promise<void> {
    await delay(randomInt(200, 1200));
    while (this.traffic.inFlight < MIN_IN_FLIGHT) await delay(5);
  }

  /** What can be read at once after a kill is whole, and every upload that was cut works when it is repeated. */
  async recover(): Promise<void> {
    this.#holds(await this.traffic.findWrong({ settled: false }));
    await this.traffic.repeatCut();
  }

  /** Past all leases files, rows and bytes agree. */
  async inspect(): Promise<void> {
    await this.#advance(PAST_LEASES_S);
    const until = performance.now() + SETTLES_WITHIN_MS;
    while ((await this.traffic.list()).some(({ status }) => status === 'processing')) {
      require(performance.now() < until, 'a file is still processing');
      await delay(100);
    }
    this.#holds(await this.traffic.findWrong({ settled: true }));
    const { code, output } = await runCommand(this.#folder, ['files', 'check']);
    require(code === 0 && /^ok/m.test(output), `svc files check: ${output}`);
  }

  /** The same for the service that is stopped. */
  async inspectStopped(): Promise<void> {
    await this.end('SIGTERM');
    const { code, output } = await runCommand(this.#folder, ['files', 'check']);
    require(code === 0 && /^ok/m.test(output), `svc files check of the stopped service: ${output}`);
  }

  async #advance(seconds: number): Promise<void> {
    const body = JSON.stringify({ advance_s: seconds });
    const response = await fetch(`${this.#service?.url}/internal/test/clock`, { method: 'POST', body });
    await response.body?.cancel();
    require(response.status === 200, `the test clock answered ${response.status}`);
  }

  #holds(wrong: readonly string[]): void {
    require(wrong.length === 0, wrong.slice(0, 5).join('; '));
  }
}

async function withService(
  database: TestDatabase,
  s3: S3Process | undefined,
  use: (killing: FilesKilling) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-prove-files-'));
  const opened = database.kind === 'postgres' ? await database.open() : undefined;
  const url = opened?.databaseUrl;
  const deployment = oneModel(
    { type: 'sandbox' },
    {
      limits: { files_batches_models_requests_per_minute: 1_000_000 },
      ...(s3 && { storage: s3.storage }),
    },
  );
  const folder = prepareFolder(directory, deployment, oneOrganization(), {
    SVC_TEST_CLOCK: '1',
    SVC_DATA_KEY: DATA_KEY,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  const killing = new FilesKilling(folder);
  try {
    await killing.start();
    await use(killing);
  } catch (error) {
    console.log(killing.output.slice(-2000));
    throw error;
  } finally {
    await killing.end('SIGKILL').catch(() => undefined);
    await opened?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function killService(killing: FilesKilling, kind: string, { rounds }: ProofOptions): Promise<void> {
  const { traffic } = killing;
  const inFlight: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    traffic.start(CALLERS);
    await killing.busy();
    inFlight.push(traffic.inFlight);
    const killed = killing.end('SIGKILL');
    await traffic.stop();
    await killed;
    await killing.start();
    await killing.recover();
    if (round % INSPECTED_EVERY > 0 && round < rounds) continue;
    await killing.inspect();
    await killing.inspectStopped();
    reportKills(kind, round, traffic);
    // The test clock is back at the time of day.
    await killing.start();
  }
  report(kind, { 'requests under way at a kill, at the least': Math.min(...inFlight) });
}

async function killS3(killing: FilesKilling, s3: S3Process, { rounds }: ProofOptions): Promise<void> {
  const { traffic } = killing;
  for (let round = 1; round <= rounds; round++) {
    traffic.start(CALLERS);
    await killing.busy();
    await s3.kill();
    await delay(S3_OUTAGE_MS);
    await traffic.stop();
    await s3.restart();
    await killing.recover();
    if (round % INSPECTED_EVERY > 0 && round < rounds) continue;
    await killing.inspect();
    reportKills('S3', round, traffic);
  }
  await killing.inspectStopped();
}

function reportKills(kind: string, kills: number, { counts }: FileTraffic): void {
  report(kind, {
    kills,
    'uploads answered': counts.uploaded,
    'cut by a kill': counts.cut,
    'repeated and answered': counts.repeated,
    'deletions answered': counts.deleted,
    'deletions cut': counts.deletionsCut,
  });
}
