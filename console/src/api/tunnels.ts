import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClientCalls, Tunnel, TunnelCertificate, TunnelConnection } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about tunnels in the cache. */
export const TUNNELS = ['tunnels'] as const;

/** Connectors come and go by themselves. */
const LIVE_MS = 5000;
const MAX_CONNECTIONS = 100;

/** A tunnel by its workspace and its id. */
export type TunnelName = Pick<Tunnel, 'id' | 'workspace_id'>;

export function tunnelPath({ id, workspace_id: workspaceId }: TunnelName) {
  return { workspace_id: workspaceId, tunnel_id: id };
}

export const tunnelList = (workspaceId: string) =>
  listOptions<Tunnel>([...TUNNELS, workspaceId, 'list'], (query, options) =>
    call('listTunnels', { path: { workspace_id: workspaceId }, query, ...options }),
  );

export const tunnelOptions = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...TUNNELS, workspaceId, 'one', id],
    queryFn: ({ signal }) =>
      call('readTunnel', { path: tunnelPath({ id, workspace_id: workspaceId }), signal }),
    refetchInterval: LIVE_MS,
  });

export const connectionOptions = (tunnel: TunnelName) =>
  queryOptions({
    queryKey: [...TUNNELS, tunnel.workspace_id, 'connections', tunnel.id],
    queryFn: async ({ signal }): Promise<readonly TunnelConnection[]> => {
      const query = { limit: MAX_CONNECTIONS };
      const { data } = await call('listTunnelConnections', { path: tunnelPath(tunnel), query, signal });
      return data;
    },
    refetchInterval: LIVE_MS,
  });

export const setupOptions = (tunnel: TunnelName) =>
  queryOptions({
    queryKey: [...TUNNELS, tunnel.workspace_id, 'setup', tunnel.id],
    queryFn: ({ signal }) => call('readTunnelSetup', { path: tunnelPath(tunnel), signal }),
    refetchInterval: LIVE_MS,
  });

export const certificateList = (tunnel: TunnelName) =>
  listOptions<TunnelCertificate>(
    [...TUNNELS, tunnel.workspace_id, 'certificates', tunnel.id],
    (query, options) => call('listTunnelCertificates', { path: tunnelPath(tunnel), query, ...options }),
  );

/** Lists the tools of the server behind a target. */
export const testTunnel = (tunnel: TunnelName, body: ConsoleClientCalls['testTunnel']['body']) =>
  call('testTunnel', { path: tunnelPath(tunnel), body });
