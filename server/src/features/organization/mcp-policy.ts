import { ApiError } from '@svc/contract';
import type { OrganizationRecord } from './organization-directory.ts';

interface NamedServer {
  /** As it was named. */
  readonly url: string;
  readonly tunnelId?: string | undefined;
}

/** The organization's own rule about MCP servers (D-TUN-17). Throws 403 `mcp_server_not_allowed`. */
export function requireAllowedServers(
  servers: readonly NamedServer[],
  organization: Pick<OrganizationRecord, 'mcpPolicy'> | undefined,
): void {
  const {
    mode,
    tunnel_ids: tunnels,
    urls,
  } = organization?.mcpPolicy ?? { mode: 'none', tunnel_ids: [], urls: [] };
  if (mode === 'all') return;
  const isListed = ({ url, tunnelId }: NamedServer): boolean =>
    tunnelId === undefined ? urls.includes(url) : tunnels.includes(tunnelId);
  // A 403 names no field (D-16).
  if (servers.some((server) => mode === 'none' || !isListed(server)))
    throw new ApiError('mcp_server_not_allowed');
}
