import { ApiError, type Tunnel, type TunnelQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import type { WorkspaceScope } from '#store';
import { findTunnel, findTunnels, type StoredTunnel } from './store/tunnels.ts';
import { toTunnel } from './tunnel-object.ts';

/** `liveAtMs`: time of the system clock, which decides whether connections are online. */
export function listTunnels(scope: WorkspaceScope, query: TunnelQuery, liveAtMs: number): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findTunnels(scope, query.status, liveAtMs, page),
    hasPlace: isWellFormedId('tunnel'),
    toItem: (row) => toTunnel(row),
    idOf: ({ id }) => id,
  });
}

export async function readTunnel(scope: WorkspaceScope, id: string, liveAtMs: number): Promise<Tunnel> {
  return toTunnel(await requireTunnel(scope, id, liveAtMs));
}

/** Throws 404 `tunnel_not_found` for one of another workspace, and for a deleted one. */
export async function requireTunnel(
  scope: WorkspaceScope,
  id: string,
  liveAtMs: number,
  options?: { readonly lock: boolean },
): Promise<StoredTunnel> {
  const tunnel = await findTunnel(scope, id, liveAtMs, options);
  if (!tunnel) throw new ApiError('tunnel_not_found', { param: 'tunnel_id' });
  return tunnel;
}
