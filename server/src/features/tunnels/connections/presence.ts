import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { PeriodicJob } from '#jobs';
import { describeError, type Clock, type Log } from '#kit';
import { Leases, machineClock } from '#leases';
import type { Tables } from '#store';
import {
  claimConnection,
  CONNECTION_LEASES,
  findLapsed,
  findOfNode,
  removeConnections,
  renewConnections,
  type NewConnection,
} from '../store/connections.ts';
import { credentialFingerprint } from '../store/tunnel-states.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { ConnectorConnection } from './connector-connection.ts';

const WRITE_MS = 1000;
const LAPSED_EVERY_MS = 60_000;
/** Rows per statement. */
const MAX_ROWS = 500;

export interface PresenceDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly nodeId: string;
  /** The address at which other nodes reach this one. */
  readonly nodeUrl: () => string | undefined;
}

/** The system clock, by which connections are online: the test clock affects neither them nor their leases. */
export function machineMs(clock: Clock): number {
  return machineClock(clock).nowMs();
}

/** Records which connectors are connected to this node, for lists and for other nodes (D-TUN-13). */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #registry: ConnectionRegistry;
  readonly #disconnected = new Set<string>();
  #removing: Promise<void> | undefined;
  readonly #leases: Leases<ConnectorConnection>;
  readonly jobs: readonly PeriodicJob[];

  constructor(deps: PresenceDeps, registry: ConnectionRegistry) {
    this.#deps = deps;
    this.#registry = registry;
    this.#leases = new Leases({
      clock: machineClock(deps.clock),
      kind: CONNECTION_LEASES,
      // A row that is missing is inserted again, so none is lost.
      renew: async (connections) => {
        await this.#write(connections);
        return connections;
      },
    });
    this.jobs = [
      this.#leases.job('tunnels.renew_leases', () => [...registry.all()]),
      { name: 'tunnels.presence', everyMs: WRITE_MS, run: () => this.#writeChanges() },
      { name: 'tunnels.lapsed', everyMs: LAPSED_EVERY_MS, run: () => this.#removeLapsed() },
    ];
  }

  /** Before the first connector is accepted: rows left by an earlier run of this node would count against it. */
  async start(): Promise<void> {
    const { db, nodeId } = this.#deps;
    const ids = await findOfNode(db, nodeId);
    if (ids.length > 0) await removeConnections(db, ids);
  }

  /** False if the tunnel has its maximum number of connectors. */
  claim(connection: ConnectorConnection): Promise<boolean> {
    const { db, clock, limits } = this.#deps;
    return claimConnection(db, this.#rowOf(connection), limits().connectors_per_tunnel, machineMs(clock));
  }

  /** Removes the row of an ended connection. Many at once take a few statements. */
  remove(connection: ConnectorConnection): void {
    this.#disconnected.add(connection.id);
    void this.#removeDisconnected();
  }

  /** Resolves when the rows of ended connections are removed, as far as the database is available. */
  async removed(): Promise<void> {
    await this.#removing;
  }

  #removeDisconnected(): Promise<void> {
    return (this.#removing ??= this.#removeAll().finally(() => (this.#removing = undefined)));
  }

  async #removeAll(): Promise<void> {
    const { db, log } = this.#deps;
    while (this.#disconnected.size > 0) {
      const ids = [...this.#disconnected].slice(0, MAX_ROWS);
      try {
        await removeConnections(db, ids);
      } catch (error) {
        // Until their leases end they look online. The next run of the job retries.
        log.warn({ error: describeError(error) }, 'removing tunnel connections failed; will retry');
        return;
      }
      for (const id of ids) this.#disconnected.delete(id);
    }
  }

  async #writeChanges(): Promise<void> {
    if (this.#disconnected.size > 0) await this.#removeDisconnected();
    await this.#write([...this.#registry.all()].filter(({ isDirty }) => isDirty));
  }

  async #write(due: readonly ConnectorConnection[]): Promise<void> {
    const hasEnded = ({ id }: ConnectorConnection): boolean => !this.#registry.find(id);
    for (let at = 0; at < due.length; at += MAX_ROWS) {
      const part = due.slice(at, at + MAX_ROWS).filter((connection) => !hasEnded(connection));
      if (part.length === 0) continue;
      const rows = part.map((connection) => this.#rowOf(connection));
      for (const connection of part) connection.isDirty = connection.inflight > 0;
      await renewConnections(this.#deps.db, rows);
      // The rows of those that ended meanwhile may have been removed before the statement inserted them again.
      for (const connection of part) if (hasEnded(connection)) this.remove(connection);
    }
  }

  /** Removes rows of dead nodes. */
  async #removeLapsed(): Promise<void> {
    const { db } = this.#deps;
    const lapse = this.#leases.lapse();
    if (!lapse) return;
    // One lease later: a node that was away for a moment writes its rows again.
    const ids = await findLapsed(db, { ...lapse, nowMs: lapse.nowMs - CONNECTION_LEASES.leaseMs });
    if (ids.length > 0) await removeConnections(db, ids);
  }

  #rowOf(connection: ConnectorConnection): NewConnection {
    const { clock, nodeId, nodeUrl } = this.#deps;
    const nowMs = clock.nowMs();
    return {
      id: connection.id,
      tunnel_id: connection.tunnelId,
      node_id: nodeId,
      node_url: nodeUrl() ?? null,
      credential: credentialFingerprint(connection.credential),
      connector_version: connection.connectorVersion,
      remote_ip: connection.remoteIp,
      max_inflight: connection.maxInflight,
      inflight: connection.inflight,
      draining: connection.isLeaving || connection.isDraining,
      requests_1h: connection.requests.total(nowMs),
      errors_1h: connection.errors.total(nowMs),
      connected_at: connection.connectedAtMs,
      last_seen_at: connection.lastSeenAtMs,
      lease_ends_at: this.#leases.claim().leaseEndsAtMs,
    };
  }
}
