import type { TunnelConnection } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { WorkspaceScope } from '#store';
import { requireTunnel } from './read-tunnels.ts';
import { findConnections, type StoredConnection } from './store/connections.ts';

/** How often a connection of this node was used in the last hour, and how often that failed. Undefined for one of another node. */
export type CountCalls = (
  connectionId: string,
) => { readonly requests: number; readonly errors: number } | undefined;

/** The online connectors of all nodes. Counts of other nodes are up to some seconds old. */
export async function listTunnelConnections(
  scope: WorkspaceScope,
  tunnelId: string,
  query: PageQuery,
  { liveAtMs, countCalls }: { readonly liveAtMs: number; readonly countCalls: CountCalls },
): Promise<ListBody> {
  await requireTunnel(scope, tunnelId, liveAtMs);
  return listPage(query, {
    read: (page) => findConnections(scope.db, tunnelId, liveAtMs, page),
    hasPlace: isWellFormedId('tunnelConnection'),
    toItem: (row) => toConnection(row, countCalls),
    idOf: ({ id }) => id,
  });
}

function toConnection(row: StoredConnection, countCalls: CountCalls): TunnelConnection {
  const counted = countCalls(row.id);
  return {
    connection_id: row.id,
    connector_version: row.connector_version,
    remote_ip: row.remote_ip,
    connected_at: toTimestamp(row.connected_at),
    last_seen_at: toTimestamp(row.last_seen_at),
    requests_1h: counted?.requests ?? row.requests_1h,
    errors_1h: counted?.errors ?? row.errors_1h,
  };
}
