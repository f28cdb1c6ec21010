import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { LIMITS, SECRET_PREFIXES, type LimitValues } from '@svc/contract';
import { createOrganization } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { Scheduler } from '#jobs';
import {
  ByteCollector,
  createClock,
  newId,
  newSecret,
  Secret,
  type Clock,
  type OutboundRequest,
  type OutboundResponse,
} from '#kit';
import { SealingRing } from '#sealing';
import { WorkspaceScope, type Store } from '#store';
import { insertToken, insertTunnel, Tunnels } from '#features/tunnels';
import { ConnectorProcess } from './connector-process.ts';
import type { OpenTestDatabase, TestDatabase } from '../databases/databases.ts';

/** What nodes sign calls to each other with. */
export const CLUSTER_SECRET = 'c'.repeat(32);

export interface BenchNode {
  readonly tunnels: Tunnels;
  readonly port: number;
  readonly outcomes: Record<string, number>;
  /** Cuts every connection and stops, as a killed node does. */
  kill(): void;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly limits?: Partial<LimitValues>;
  readonly nodes?: number;
  /** Whether nodes may send calls to each other. Default true. */
  readonly isClustered?: boolean;
}

/** Nodes over one database, each with a listener of its own, and nothing of the service but its tunnels. */
export class TunnelBench {
  readonly nodes: BenchNode[] = [];
  readonly clock: Clock = createClock();
  readonly store: Store;
  readonly #database: OpenTestDatabase;
  readonly #limits: LimitValues;
  readonly #connectors: ConnectorProcess[] = [];
  readonly #clusterSecret: Secret | undefined;
  /** What the nodes logged, one JSON line each. */
  readonly logLines: string[] = [];
  readonly #log = pino({ level: 'warn' }, { write: (line: string) => void this.logLines.push(line) });

  #scope!: WorkspaceScope;

  private constructor(database: OpenTestDatabase, limits: LimitValues, isClustered: boolean) {
    this.#clusterSecret = isClustered ? new Secret(CLUSTER_SECRET) : undefined;
    this.#database = database;
    this.store = database.store;
    this.#limits = limits;
  }

  static async open(
    database: TestDatabase,
    { limits = {}, nodes = 1, isClustered = true }: BenchOptions = {},
  ): Promise<TunnelBench> {
    const opened = await database.open();
    const bench = new TunnelBench(opened, { ...LIMITS, ...limits }, isClustered);
    const { db } = opened.store;
    const nowMs = bench.clock.nowMs();
    const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, nowMs);
    const workspaceId = await insertWorkspace(db, { organizationId, name: 'Default' }, nowMs);
    bench.#scope = new WorkspaceScope(db, organizationId, workspaceId);
    for (let node = 0; node < nodes; node++) await bench.addNode();
    return bench;
  }

  /** `secret`: with which it signs and judges calls of other nodes. Absent: that of all. */
  async addNode(secret = this.#clusterSecret): Promise<BenchNode> {
    const scheduler = new Scheduler({ clock: this.clock, log: this.#log });
    const outcomes: Record<string, number> = {};
    const server = createServer((request, response) => {
      if (!tunnels.handle(request.url ?? '', request, response)) response.writeHead(404).end();
    });
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket));
    const port = await listen(server);
    const tunnels = this.#tunnelsOf(port, outcomes, secret);
    server.on('upgrade', (request, socket, head: Buffer) =>
      tunnels.accept(request, socket, { head, address: '127.0.0.1' }),
    );
    for (const job of tunnels.jobs) scheduler.every(job);
    await tunnels.start({ host: '127.0.0.1', shared: false, isOneOfSeveral: false });
    const cut = (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    const node: BenchNode = {
      tunnels,
      port,
      outcomes,
      kill: () => {
        void scheduler.close();
        cut();
      },
      close: async () => {
        await scheduler.close();
        await tunnels.close();
        cut();
      },
    };
    this.nodes.push(node);
    return node;
  }

  #tunnelsOf(port: number, outcomes: Record<string, number>, secret: Secret | undefined): Tunnels {
    return new Tunnels({
      db: this.store.db,
      commits: this.store.commits,
      clock: this.clock,
      log: this.#log,
      limits: () => this.#limits,
      deployment: () => ({
        tunnels: {},
        ...(secret ? { cluster_secret: secret } : {}),
      }),
      sealing: new SealingRing(new Secret(randomBytes(32).toString('base64'))),
      baseUrl: 'http://localhost',
      nodeId: newId('node_', this.clock.nowMs()),
      nodeUrl: () => `http://127.0.0.1:${port}`,
      meters: {
        called: (outcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1),
        transferred: () => undefined,
        refused: () => undefined,
      },
    });
  }

  /** Absent for the embedded database. */
  get databaseUrl(): string | undefined {
    return this.#database.databaseUrl;
  }

  get db() {
    return this.store.db;
  }

  /** Creates a tunnel in token mode. */
  async tunnel(targets: readonly string[]): Promise<{ readonly id: string; readonly token: string }> {
    const nowMs = this.clock.nowMs();
    const id = newId('tnl_', nowMs);
    await insertTunnel(this.#scope, {
      id,
      name: id,
      description: null,
      allowed_targets: targets,
      auth_mode: 'token',
      created_at: nowMs,
    });
    const token = newSecret(SECRET_PREFIXES.connectorToken);
    await insertToken(this.db, id, token, nowMs);
    return { id, token: token.reveal() };
  }

  async connect(
    token: string,
    node: Pick<BenchNode, 'port'> = this.nodes[0]!,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ConnectorProcess> {
    const connector = new ConnectorProcess({
      SVC_TUNNEL_URL: `http://127.0.0.1:${node.port}`,
      SVC_TUNNEL_TOKEN: token,
      ...environment,
    });
    this.#connectors.push(connector);
    await connector.online();
    return connector;
  }

  /** One request through the tunnel, as MCP clients make it. */
  async request(
    tunnel: string,
    url: string,
    request: Partial<OutboundRequest> = {},
    node = this.nodes[0]!,
  ): Promise<OutboundResponse> {
    const send = await this.way(tunnel, url, request, node);
    return send();
  }

  /** The same for many: the tunnel is looked for once, as for all messages of one model call. */
  async way(
    tunnel: string,
    url: string,
    request: Partial<OutboundRequest> = {},
    node = this.nodes[0]!,
  ): Promise<() => Promise<OutboundResponse>> {
    const way = await node.tunnels.dialer.dial({ id: tunnel, url, param: 'tunnel_id' }, this.#scope);
    const whole: OutboundRequest = {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirects: 0,
      timeoutMs: way.timeoutMs,
      firstByteMs: way.timeoutMs,
      limitBytes: this.#limits.mcp_message_bytes,
      ...request,
    };
    return () => way.request(whole);
  }

  /** The whole reply as text, or the code of the refusal. */
  async ask(
    tunnel: string,
    url: string,
    request: Partial<OutboundRequest> = {},
    node = this.nodes[0]!,
  ): Promise<string> {
    try {
      return await textOf(await this.request(tunnel, url, request, node));
    } catch (error) {
      return codeOf(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connectors.map((connector) => connector.end('SIGKILL')));
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.#database.close();
  }
}

export async function textOf({ body }: OutboundResponse): Promise<string> {
  const collector = new ByteCollector(Number.POSITIVE_INFINITY);
  for await (const chunk of body) collector.add(chunk);
  return collector.take().toString();
}

function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  return code ?? message;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
