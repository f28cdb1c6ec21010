import { ApiError } from '@svc/contract';
import type { Authenticated, Exchange, Parsed, Step } from '#exchange';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';

export interface ObeyMcpPolicyDeps {
  readonly organizations: OrganizationDirectory;
}

/** The organization's own rule about MCP servers (D-TUN-17), before any of them is looked for. */
export function obeyMcpPolicy({ organizations }: ObeyMcpPolicyDeps): Step<Exchange & Authenticated & Parsed> {
  return (exchange) => {
    if (!exchange.call.mcpServers?.length) return;
    const found = organizations.find(exchange.credential.organizationId);
    return found instanceof Promise
      ? found.then((record) => requireListedServers(exchange, record))
      : requireListedServers(exchange, found);
  };
}

function requireListedServers({ call }: Parsed, organization: OrganizationRecord | undefined): void {
  const {
    mode,
    tunnel_ids: tunnels,
    urls,
  } = organization?.mcpPolicy ?? { mode: 'none', tunnel_ids: [], urls: [] };
  if (mode === 'all') return;
  const isListed = ({
    url,
    tunnelId,
  }: {
    readonly url: string;
    readonly tunnelId?: string | undefined;
  }): boolean => (tunnelId === undefined ? urls.includes(url) : tunnels.includes(tunnelId));
  // A 403 names no field (D-16).
  if (call.mcpServers?.some((server) => mode === 'none' || !isListed(server)))
    throw new ApiError('mcp_server_not_allowed');
}
