import { queryOptions } from '@tanstack/react-query';
import type { Tunnel, TunnelCertificate, TunnelConnection, TunnelSetup, TunnelTest } from '@svc/contract';
import { call, tunnelsOf } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about tunnels in the cache. */
export const TUNNELS = ['tunnels'] as const;

/** Connectors come and go by themselves. */
const LIVE_MS = 5000;
const MAX_CONNECTIONS = 100;

/** A tunnel by its workspace and its id. */
export type TunnelName = Pick<Tunnel, 'id' | 'workspace_id'>;

export const tunnelList = (workspaceId: string) =>
  listOptions<Tunnel>([...TUNNELS, workspaceId, 'list'], (page, options) =>
    tunnelsOf(workspaceId).list({ ...page }, options),
  );

export const tunnelOptions = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...TUNNELS, workspaceId, 'one', id],
    queryFn: ({ signal }): Promise<Tunnel> => tunnelsOf(workspaceId).retrieve(id, { signal }),
    refetchInterval: LIVE_MS,
  });

export const connectionOptions = ({ id, workspace_id: workspaceId }: TunnelName) =>
  queryOptions({
    queryKey: [...TUNNELS, workspaceId, 'connections', id],
    queryFn: async ({ signal }): Promise<readonly TunnelConnection[]> =>
      (await tunnelsOf(workspaceId).listConnections(id, { limit: MAX_CONNECTIONS }, { signal })).data,
    refetchInterval: LIVE_MS,
  });

export const setupOptions = ({ id, workspace_id: workspaceId }: TunnelName) =>
  queryOptions({
    queryKey: [...TUNNELS, workspaceId, 'setup', id],
    queryFn: ({ signal }) => call<TunnelSetup>('GET', `${pathOf(workspaceId, id)}/setup`, { signal }),
    refetchInterval: LIVE_MS,
  });

export const certificateList = ({ id, workspace_id: workspaceId }: TunnelName) =>
  listOptions<TunnelCertificate>([...TUNNELS, workspaceId, 'certificates', id], (page, options) =>
    tunnelsOf(workspaceId).listCertificates(id, { ...page }, options),
  );

/** Lists the tools of the server behind a target. */
export const testTunnel = (
  { id, workspace_id: workspaceId }: TunnelName,
  body: { readonly url: string; readonly authorization_token: string | null },
) => call<TunnelTest>('POST', `${pathOf(workspaceId, id)}/test`, { body });

function pathOf(workspaceId: string, id: string): string {
  return `/workspaces/${encodeURIComponent(workspaceId)}/tunnels/${encodeURIComponent(id)}`;
}
