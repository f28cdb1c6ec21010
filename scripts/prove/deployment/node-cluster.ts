import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { require } from '../proof.ts';
import {
  prepareFolder,
  runCommand,
  restartServiceProcess,
  startServiceProcess,
  type ServiceFolder,
  type ServiceProcess,
} from './service-process.ts';
import { DATA_KEY } from './store-access.ts';

const READY_WITHIN_MS = 60_000;

export interface NodeClusterOptions {
  readonly deployment: unknown;
  readonly provisioning: unknown;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** 3 when absent. */
  readonly nodes?: number;
  /** Processes of each node. */
  readonly workers?: number;
}

/** Several nodes over one PostgreSQL and one Redis, each a process with a data directory of its own. */
export class NodeCluster implements AsyncDisposable {
  readonly #directory: string;
  readonly #folders: readonly ServiceFolder[];
  readonly #services: ServiceProcess[] = [];

  private constructor(
    directory: string,
    { deployment, provisioning, databaseUrl, redisUrl, nodes = 3, workers = 1 }: NodeClusterOptions,
  ) {
    this.#directory = directory;
    const shared = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      SVC_DATA_KEY: DATA_KEY,
      SVC_WORKERS: String(workers),
    };
    const storage = { type: 'local', path: join(directory, 'files'), shared: true };
    this.#folders = Array.from({ length: nodes }, (_, node) => {
      const folder = join(directory, `node-${node}`);
      mkdirSync(folder);
      return prepareFolder(folder, { ...(deployment as object), storage }, provisioning, shared);
    });
  }

  /** Resolves when every node says that it is ready. */
  static async start(options: NodeClusterOptions): Promise<NodeCluster> {
    const cluster = new NodeCluster(await mkdtemp(join(tmpdir(), 'svc-prove-nodes-')), options);
    try {
      // One after the other: the first one migrates and provisions.
      for (const folder of cluster.#folders) cluster.#services.push(await startServiceProcess(folder));
      await cluster.allReady();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  get urls(): readonly string[] {
    return this.#services.map(({ url }) => url);
  }

  /** The node's name in what the nodes share. */
  nodeId(node: number): string {
    return readFileSync(join(this.#folders[node]!.directory, 'data', 'node-id'), 'utf8').trim();
  }

  async kill(node: number): Promise<void> {
    const ended = await this.#services[node]!.end('SIGKILL');
    require(ended === 'SIGKILL', `a node ended by itself: ${this.#services[node]!.output}`);
  }

  /** Starts a killed node on what it left. */
  async restart(node: number): Promise<void> {
    this.#services[node] = await restartServiceProcess(this.#folders[node]!);
  }

  /** Resolves with the time it took until every node says `ready`, nothing degraded. */
  async allReady(): Promise<number> {
    const startedAt = performance.now();
    let states: readonly string[] = [];
    while (performance.now() - startedAt < READY_WITHIN_MS) {
      states = await Promise.all(this.urls.map(readiness));
      if (states.every((state) => state === 'ready')) return performance.now() - startedAt;
      await delay(50);
    }
    throw new Error(`The nodes are not ready by themselves: ${states.join(', ')}`);
  }

  /** `svc ledger check` of every node, which first waits for what that node answered. */
  async checkLedger(): Promise<void> {
    for (const folder of this.#folders) {
      const { code, output } = await runCommand(folder, ['ledger', 'check']);
      require(code === 0 && !output.includes('FAIL'), `svc ledger check: ${output}`);
    }
  }

  /** Stops the nodes in peace: what they answered is in the database, what they held is given back. */
  async stop(): Promise<void> {
    const codes = await Promise.all(this.#services.map((service) => service.end('SIGTERM')));
    const bad = codes.findIndex((code) => code !== 0);
    require(bad === -1, `a node ended with ${codes[bad]}: ${this.#services[bad]?.output}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#services.map((service) => service.end('SIGKILL')));
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function readiness(url: string): Promise<string> {
  const response = await fetch(`${url}/readyz`);
  return ((await response.json()) as { status: string }).status;
}
