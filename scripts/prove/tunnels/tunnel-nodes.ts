import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CLUSTER_SECRET,
  freePort,
  MAIN_KEY,
  mcpSite,
  oneModel,
  oneOrganization,
  openaiEngine,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type McpSite,
  type ScriptedRequest,
  type ScriptedUpstream,
  type TunnelBench,
} from '../../../server/test-kit/index.ts';
import {
  prepareFolder,
  startServiceProcess,
  type ServiceFolder,
  type ServiceProcess,
} from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';
import { ModelCalls } from './model-calls.ts';

const SIZE = 2;
const ONLINE_WITHIN_MS = 90_000;

/** Whole services over the database of a bench, each a process that may be killed, with connectors that come back by themselves. */
export class TunnelNodes {
  readonly size = SIZE;
  readonly #bench: TunnelBench;
  readonly #directory: string;
  readonly #upstream: ScriptedUpstream;
  readonly #site: McpSite;
  readonly #folders: ServiceFolder[] = [];
  readonly #ports: number[] = [];
  readonly #services: ServiceProcess[] = [];

  private constructor(bench: TunnelBench, directory: string, upstream: ScriptedUpstream, site: McpSite) {
    this.#bench = bench;
    this.#directory = directory;
    this.#upstream = upstream;
    this.#site = site;
  }

  static async start(bench: TunnelBench): Promise<TunnelNodes> {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-tunnel-nodes-'));
    const nodes = new TunnelNodes(
      bench,
      directory,
      await startScriptedUpstream(),
      await mcpSite('stateless'),
    );
    const storage = { type: 'local', path: join(directory, 'files'), shared: true };
    const more = { cluster_secret: CLUSTER_SECRET, storage };
    const deployment = oneModel(openaiEngine(nodes.#upstream.baseUrl), more) as { models: object[] };
    const models = deployment.models.map((model) => ({ ...model, capabilities: { tools: true } }));
    for (let node = 0; node < SIZE; node++) {
      const folder = join(directory, `node-${node}`);
      mkdirSync(folder);
      // Connectors dial the same address after a restart.
      const port = await freePort();
      nodes.#ports.push(port);
      nodes.#folders.push(
        // Another name than that of the bench's own organization.
        prepareFolder(folder, { ...deployment, models }, oneOrganization({ name: 'Globex' }), {
          DATABASE_URL: bench.databaseUrl!,
          SVC_DATA_KEY: DATA_KEY,
          PORT: String(port),
        }),
      );
      // One after the other: the first one provisions.
      await nodes.restart(node);
    }
    return nodes;
  }

  /** So many connectors of a tunnel at each node. */
  async connect(token: string, each: number): Promise<void> {
    for (const port of this.#ports) for (let i = 0; i < each; i++) await this.#bench.connect(token, { port });
  }

  /** Resolves when the tunnel has so many connectors at nodes that are there. */
  async online(tunnelId: string, count: number): Promise<void> {
    for (const endMs = Date.now() + ONLINE_WITHIN_MS; ; await delay(100)) {
      const rows = await this.#bench.db
        .selectFrom('tunnel_connections')
        .select('id')
        .where('tunnel_id', '=', tunnelId)
        .execute();
      if (rows.length === count) return;
      if (Date.now() > endMs) throw new Error(`${rows.length} connectors are online, not ${count}`);
    }
  }

  /** Starts calls of a model at every node, with a tool behind a tunnel of their own. */
  async callModels(): Promise<ModelCalls> {
    const response = await fetch(`${this.#services[0]!.url}/v1/tunnels`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAIN_KEY}`,
        'content-type': 'application/json',
        'svc-beta': 'mcp-tunnels-2026-12-01',
      },
      body: JSON.stringify({ name: 'models', allowed_targets: [this.#site.url] }),
    });
    const { id, connector_token: token } = (await response.json()) as { id: string; connector_token: string };
    await this.connect(token, 1);
    this.#upstream.script(({ body }: ScriptedRequest) =>
      JSON.stringify(body['messages']).includes('"role":"tool"')
        ? textReply('done')
        : toolCalls([{ name: 'inside__echo', arguments: '{"text":"hi"}' }]),
    );
    return new ModelCalls(
      this.#ports.map((port) => `http://127.0.0.1:${port}`),
      {
        model: 'Svc Standard',
        max_tokens: 100,
        messages: [{ role: 'user', content: 'go' }],
        mcp_servers: [{ name: 'inside', url: this.#site.url, tunnel_id: id }],
      },
    );
  }

  async kill(node: number): Promise<void> {
    await this.#services[node]!.end('SIGKILL');
  }

  async restart(node: number): Promise<void> {
    this.#services[node] = await startServiceProcess(this.#folders[node]!);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#services.map((service) => service.end('SIGKILL')));
    await Promise.all([this.#upstream.close(), this.#site.close()]);
    await rm(this.#directory, { recursive: true, force: true });
  }
}
