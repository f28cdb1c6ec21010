import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Kysely } from 'kysely';
import type { LimitValues, TunnelAuthMode } from '@svc/contract';
import { CLOSE_CODES } from '@svc/connector/protocol';
import type { DeploymentConfig } from '#config';
import type { PeriodicJob } from '#jobs';
import type { Clock, Log, Secret } from '#kit';
import type { SealingRing } from '#sealing';
import type { CommitSignals, Tables } from '#store';
import { ConnectionChooser } from './calls/choose-connection.ts';
import { RemoteCalls } from './calls/remote-calls.ts';
import { RemoteDirectory } from './calls/remote-directory.ts';
import { RemoteEndpoint } from './calls/remote-endpoint.ts';
import { TunnelCaller } from './calls/tunnel-caller.ts';
import { TunnelDialer } from './calls/tunnel-dialer.ts';
import { CertificateAuthority } from './certificates/certificate-authority.ts';
import { ConnectionRegistry } from './connections/connection-registry.ts';
import { ConnectionWatch } from './connections/connection-watch.ts';
import { ConnectorEndpoint } from './connections/connector-endpoint.ts';
import { MtlsListener } from './connections/mtls-listener.ts';
import { machineMs, Presence } from './connections/presence.ts';
import { countTunnelUse } from './store/connections.ts';
import { TUNNELS_CHANGED } from './store/announcements.ts';
import type { CountCalls } from './list-tunnel-connections.ts';
import type { TunnelMeters } from './tunnel-meters.ts';

export interface TunnelsDeps {
  readonly db: Kysely<Tables>;
  readonly commits: CommitSignals;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly deployment: () => Pick<DeploymentConfig, 'tunnels' | 'cluster_secret'>;
  readonly sealing: SealingRing;
  readonly baseUrl: string;
  readonly nodeId: string;
  /** The address at which other nodes reach this one, once it listens. */
  readonly nodeUrl: () => string | undefined;
  readonly meters: TunnelMeters;
}

export interface ListenAddress {
  readonly host: string;
  /** Other processes of this machine listen on the same ports. */
  readonly shared: boolean;
  /** Whether several nodes are configured. */
  readonly isOneOfSeveral: boolean;
}

/** Connectors of this node, and calls through those of all nodes. */
export class Tunnels {
  readonly #deps: TunnelsDeps;
  readonly #registry = new ConnectionRegistry();
  readonly #presence: Presence;
  readonly #watch: ConnectionWatch;
  readonly #connectorEndpoint: ConnectorEndpoint;
  readonly #mtls: MtlsListener;
  readonly #remoteCalls: RemoteCalls;
  readonly #endpoint: RemoteEndpoint;
  readonly #stopListening: () => void;
  readonly authority: CertificateAuthority;
  readonly dialer: TunnelDialer;
  readonly jobs: readonly PeriodicJob[];

  constructor(deps: TunnelsDeps) {
    const { db, clock, limits, deployment, meters } = deps;
    const registry = this.#registry;
    const clusterSecret = (): Secret | undefined => deployment().cluster_secret;
    const nodeUrl = (): string | undefined => (clusterSecret() ? deps.nodeUrl() : undefined);
    this.#deps = deps;
    this.authority = new CertificateAuthority({ ...deps, settings: () => deployment().tunnels });
    this.#presence = new Presence({ ...deps, nodeUrl }, registry);
    this.#watch = new ConnectionWatch(deps, registry);
    this.#connectorEndpoint = new ConnectorEndpoint({
      ...deps,
      registry,
      presence: this.#presence,
      authority: this.authority,
    });
    this.#mtls = new MtlsListener({ ...deps, authority: this.authority, endpoint: this.#connectorEndpoint });
    this.#remoteCalls = new RemoteCalls({ ...deps, clusterSecret });
    this.#endpoint = new RemoteEndpoint({ ...deps, registry, clusterSecret });
    const directory = new RemoteDirectory({ ...deps, isClustered: () => clusterSecret() !== undefined });
    const chooser = new ConnectionChooser(registry);
    const caller = new TunnelCaller({
      clock,
      limits,
      chooser,
      directory,
      remoteCalls: this.#remoteCalls,
      meters,
    });
    this.dialer = new TunnelDialer(db, caller);
    this.jobs = [...this.#watch.jobs, ...this.#presence.jobs, this.#mtls.job];
    this.#stopListening = deps.commits.listen(TUNNELS_CHANGED, () => this.#judgeNow());
  }

  /** Number of connectors of this node. */
  get connections(): number {
    return this.#registry.size;
  }

  readonly countCalls: CountCalls = (connectionId) => {
    const connection = this.#registry.find(connectionId);
    const nowMs = this.#deps.clock.nowMs();
    return (
      connection && {
        requests: connection.requests.total(nowMs),
        errors: connection.errors.total(nowMs),
      }
    );
  };

  /** Calls in progress from other nodes. */
  get answering(): number {
    return this.#endpoint.answering;
  }

  get mtlsPort(): number | undefined {
    return this.#mtls.port;
  }

  /** The URL for connectors. Undefined for certificates if no port is configured. */
  readonly connectorUrl = (mode: TunnelAuthMode): string | undefined => {
    const url = new URL(this.#deps.baseUrl);
    if (mode === 'token') return url.href.replace(/\/$/, '');
    if (this.mtlsPort === undefined) return undefined;
    url.protocol = 'https:';
    url.port = String(this.mtlsPort);
    return url.origin;
  };

  /** Called before the first request. */
  async start({ host, shared, isOneOfSeveral }: ListenAddress): Promise<void> {
    await this.#presence.start();
    await this.#warnOfOtherNodes(isOneOfSeveral);
    const { mtls_port: port } = this.#deps.deployment().tunnels;
    if (port !== undefined) await this.#mtls.open({ host, port, shared });
  }

  /** A request of a connector that becomes a WebSocket. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    { head, address }: { readonly head: Buffer; readonly address: string },
  ): void {
    this.#connectorEndpoint.acceptToken(request, socket, head, address);
  }

  /** Handles calls from other nodes. True if the path is theirs. */
  handle(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    return this.#endpoint.handle(path, request, response);
  }

  /** The node drains: connectors connect to another one, and replies in progress may still use this one. */
  drain(): void {
    this.#mtls.close();
    for (const connection of this.#registry.all()) connection.drain();
  }

  /** Called when no call is running. */
  closeConnections(): void {
    for (const connection of this.#registry.all()) connection.close(CLOSE_CODES.drain);
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.drain();
    this.closeConnections();
    await this.#presence.removed();
    await this.#remoteCalls.close();
  }

  /** Without a secret nodes cannot send calls to each other, and callers of the wrong node get an error that no connector is online. */
  async #warnOfOtherNodes(isOneOfSeveral: boolean): Promise<void> {
    const { db, clock, log, deployment } = this.#deps;
    if (deployment().cluster_secret) return;
    const { tunnels, nodes } = await countTunnelUse(db, machineMs(clock));
    // Connections of this node's earlier run are already removed.
    if (tunnels > 0 && (isOneOfSeveral || nodes > 0))
      log.warn(
        { tunnels },
        'several nodes share the database without cluster_secret; a call can use only connectors of the node that receives it',
      );
  }

  #judgeNow(): void {
    // A failure is retried by the next run of the job.
    this.#watch.run().catch(() => undefined);
  }
}
