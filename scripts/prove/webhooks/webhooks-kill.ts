import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable, type Store } from '../../../server/src/store/index.ts';
import { PostgresCluster } from '../deployment/postgres-cluster.ts';
import { report, require, type Proof, type ProofOptions } from '../proof.ts';
import {
  restartServiceProcess,
  startServiceProcess,
  type ServiceProcess,
} from '../deployment/service-process.ts';
import { withStore } from '../deployment/store-access.ts';
import { recordChange, type Place } from './changes.ts';
import { Receivers } from './receivers.ts';
import {
  callWebhooks,
  createWebhook,
  prepareWebhookFolder,
  workspaceKey,
  type WebhookFolder,
} from './webhook-service.ts';

const NODES = 2;
/** The last one refuses: its failures are noted while nodes die. */
const PATHS = ['/first', '/second', '/refuses'];
/** Every so many changes are rolled back. */
const ROLLED_BACK = 5;
/** Of every so many kills one is PostgreSQL's. */
const DATABASE_EVERY = 5;
const ROTATED_EVERY = 3;
/** Of a delivery, and the time in which one that lapsed is freed. */
const LEASE_MS = 30_000;
const LAPSED_WITHIN_MS = 15_000;
/** Longer than a lease lasts and is looked for. */
const SETTLES_WITHIN_MS = 90_000;

export const proveWebhooksKill: Proof = {
  name: 'webhooks-kill',
  summary: `kill -9 of ${NODES} nodes, and of PostgreSQL, amid changes, attempts and rotations: every event reaches every healthy endpoint with one id and one body, and none that was rolled back does`,
  async run(options) {
    const cluster = await PostgresCluster.make();
    if (!cluster) {
      require(process.env['REQUIRE_SERVICES'] !== '1', 'PostgreSQL is not installed, and REQUIRE_SERVICES=1');
      return console.log('  skipped: PostgreSQL not found');
    }
    const folders = [];
    const receivers = await Receivers.open();
    let killing: WebhookKilling | undefined;
    try {
      for (let node = 0; node < NODES; node++)
        folders.push(await prepareWebhookFolder(cluster.databaseUrl, 1));
      killing = new WebhookKilling(cluster, folders, receivers);
      await killing.start();
      await killing.run(options);
    } finally {
      await killing?.end();
      await receivers.close();
      for (const folder of folders) await folder.remove();
      await cluster.remove();
    }
  },
};

/** Two nodes over one PostgreSQL, and a writer of changes that none of the kills touches. */
class WebhookKilling {
  readonly #cluster: PostgresCluster;
  readonly #folders: readonly WebhookFolder[];
  readonly #receivers: Receivers;
  readonly #nodes: ServiceProcess[] = [];
  readonly #committed: string[] = [];
  readonly #unsure: string[] = [];
  readonly #rolledBack: string[] = [];
  readonly #arrived = new Map(PATHS.map((path) => [path, new Set<string>()]));
  #place: Place | undefined;
  #rotations = 0;

  constructor(cluster: PostgresCluster, folders: readonly WebhookFolder[], receivers: Receivers) {
    this.#cluster = cluster;
    this.#folders = folders;
    this.#receivers = receivers;
    receivers.onFirst = (path, body) => {
      const { data } = JSON.parse(body) as { data: { object: { id: string } } };
      this.#arrived.get(path)?.add(data.object.id);
    };
  }

  async start(): Promise<void> {
    for (const folder of this.#folders) this.#nodes.push(await startServiceProcess(folder));
    for (const path of PATHS) {
      this.#receivers.behave(path, path === '/refuses' ? 'refuses' : 'healthy');
      const { workspaceId } = await createWebhook(this.#url, workspaceKey(0), this.#receivers.url(path));
      this.#place = { workspaceId, organizationId: '' };
    }
    await this.#withStore(async ({ db }) => {
      const row = await db
        .selectFrom('webhooks')
        .select('organization_id')
        .limit(1)
        .executeTakeFirstOrThrow();
      this.#place = { workspaceId: this.#place!.workspaceId, organizationId: row.organization_id };
    });
  }

  async run({ rounds }: ProofOptions): Promise<void> {
    let databaseKills = 0;
    await this.#withStore(async (store) => {
      for (let round = 1; round <= rounds; round++) {
        let writing = true;
        const writer = this.#write(store, () => writing);
        if (round % ROTATED_EVERY === 0) await this.#rotate();
        await delay(randomInt(20, 400));
        if (round % DATABASE_EVERY === 0) {
          databaseKills++;
          await this.#cluster.kill();
          await delay(randomInt(20, 500));
          await this.#cluster.start();
        } else await this.#killNode(round % NODES);
        writing = false;
        await writer;
      }
      await this.#settle(store);
    });
    report('webhooks', {
      kills: rounds,
      'of PostgreSQL': databaseKills,
      rotations: this.#rotations,
      'changes committed': this.#committed.length,
      'rolled back': this.#rolledBack.length,
      'that nobody knows of': this.#unsure.length,
      'deliveries that came again': this.#repeated(),
    });
    this.#require();
  }

  async end(): Promise<void> {
    for (const node of this.#nodes) await node.end('SIGKILL');
  }

  get #url(): string {
    return this.#nodes.find(({ running }) => running)!.url;
  }

  #withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const [folder] = this.#folders;
    return withStore({ dataDir: folder!.directory, databaseUrl: this.#cluster.databaseUrl }, use);
  }

  /** Changes one after the other, some of which are rolled back. What the database did not confirm may be there or not. */
  async #write(store: Store, goesOn: () => boolean): Promise<void> {
    for (let change = 1; goesOn(); change++) {
      const id = `file_${this.#committed.length + this.#unsure.length + this.#rolledBack.length}`;
      const commits = change % ROLLED_BACK !== 0;
      try {
        await recordChange(store, this.#place!, id, { commits });
        (commits ? this.#committed : this.#rolledBack).push(id);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        (commits ? this.#unsure : this.#rolledBack).push(id);
        await delay(50);
      }
    }
  }

  async #killNode(number: number): Promise<void> {
    await this.#nodes[number]!.end('SIGKILL');
    this.#nodes[number] = await restartServiceProcess(this.#folders[number]!);
  }

  /** Asked of a node that may be killed meanwhile. */
  async #rotate(): Promise<void> {
    const { body } = await callWebhooks(this.#url, workspaceKey(0), 'GET', '');
    for (const { id } of (body['data'] ?? []) as { id: string }[]) {
      void callWebhooks(this.#url, workspaceKey(0), 'POST', `/${id}/rotate_secret`).catch(() => undefined);
      this.#rotations++;
    }
  }

  async #settle(store: Store): Promise<void> {
    const missing = (): number =>
      PATHS.slice(0, 2).reduce((sum, path) => sum + this.#missingAt(path).length, 0);
    // A backlog of tens of thousands may be left, since changes go on while nodes are away.
    let fewest = Infinity;
    let until = 0;
    for (let left = missing(); left > 0 && (left < fewest || performance.now() < until); left = missing()) {
      if (left < fewest) until = performance.now() + SETTLES_WITHIN_MS;
      fewest = Math.min(fewest, left);
      await delay(1000);
    }
    // Deliveries to the receiver that refuses are sent again all the time, so there are always leases. Those of nodes that live do not lapse.
    await delay(LEASE_MS + LAPSED_WITHIN_MS);
    const lapsed = await store.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('lease_ends_at', '<=', Date.now() - LAPSED_WITHIN_MS)
      .execute();
    require(lapsed.length === 0, `${lapsed.length} leases of dead nodes are left`);
  }

  #missingAt(path: string): string[] {
    return this.#committed.filter((id) => !this.#arrived.get(path)!.has(id));
  }

  #repeated(): number {
    const times = PATHS.flatMap((path) => [...this.#receivers.at(path).values()].map((one) => one.times - 1));
    return times.reduce((sum, one) => sum + one, 0);
  }

  #require(): void {
    for (const path of PATHS.slice(0, 2)) {
      const missing = this.#missingAt(path);
      require(missing.length === 0, `${path} misses ${missing.length}: ${missing.slice(0, 5).join(' ')}`);
      const wrong = this.#rolledBack.filter((id) => this.#arrived.get(path)!.has(id));
      require(wrong.length === 0, `${path} got what was rolled back: ${wrong.slice(0, 5).join(' ')}`);
      const events = this.#receivers.at(path).size;
      require(events === this.#arrived.get(path)!.size, `${path} got ${events} ids for one event each`);
    }
    require(this.#receivers.differing === 0, `${this.#receivers.differing} deliveries came with other bytes`);
  }
}
