import type { Kysely } from 'kysely';
import { describeError, RecentMap, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { machineMs } from '../connections/presence.ts';
import { findRemoteConnections } from '../store/connections.ts';
import type { RemoteConnection } from './choose-connection.ts';

const FRESH_MS = 500;
const MAX_TUNNELS = 1000;

export interface RemoteDirectoryDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: string;
  /** Whether other nodes can exist. */
  readonly isClustered: () => boolean;
}

interface Known {
  readonly readAt: number;
  readonly connections: readonly RemoteConnection[];
}

/** The connectors of other nodes, as they recently recorded them. */
export class RemoteDirectory {
  readonly #deps: RemoteDirectoryDeps;
  readonly #known = new RecentMap<string, Known>(MAX_TUNNELS);

  constructor(deps: RemoteDirectoryDeps) {
    this.#deps = deps;
  }

  /** While the database is unavailable, the last known ones: their nodes refuse calls to connectors that are gone. */
  async connectionsOf(tunnelId: string): Promise<readonly RemoteConnection[]> {
    const { db, clock, nodeId, log, isClustered } = this.#deps;
    if (!isClustered()) return [];
    const known = this.#known.get(tunnelId);
    if (known && performance.now() - known.readAt < FRESH_MS) return known.connections;
    try {
      const rows = await findRemoteConnections(db, tunnelId, nodeId, machineMs(clock));
      const connections = rows.map(({ id, node_url: url, inflight }) => ({ id, nodeUrl: url!, inflight }));
      this.#known.set(tunnelId, { readAt: performance.now(), connections });
      return connections;
    } catch (error) {
      log.debug({ error: describeError(error) }, 'reading tunnel connections of other nodes failed');
      return known?.connections ?? [];
    }
  }
}
