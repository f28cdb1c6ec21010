import { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import type { McpServer } from '#exchange';
import type { ToolCaller } from '#reply';
import { isOn } from '../domain-rules.ts';
import type { McpDialer, TunnelDialer } from './mcp-dialer.ts';

export interface WayParts {
  readonly settings: McpConfig;
  readonly guard: McpDialer;
  /** Absent: none is found. */
  readonly tunnels: TunnelDialer | undefined;
}

/** How a server is reached. */
export interface Way {
  readonly server: McpServer;
  /** What names the server in the request. */
  readonly param: string;
  readonly url: URL;
  readonly dialer: McpDialer;
}

/** Throws 400 `invalid_request`, 403 `mcp_server_not_allowed`, or what the tunnel says. Opens no connection. */
export async function findWay(
  server: McpServer,
  param: string,
  { settings, guard, tunnels }: WayParts,
  caller: ToolCaller,
): Promise<Way> {
  const url = URL.parse(server.url);
  if (url === null) throw badUrl(param);
  const { tunnelId } = server;
  if (tunnelId !== undefined) {
    const tunnelParam = `${param}.tunnel_id`;
    if (tunnels === undefined) throw new ApiError('tunnel_not_found', { param: tunnelParam });
    const dialer = await tunnels.dial({ id: tunnelId, url: server.url, param: tunnelParam }, caller);
    return { server, param, url, dialer };
  }
  const { allowed_hosts: allowed } = settings;
  if (allowed?.some((host) => isOn(url, host)) === false) throw new ApiError('mcp_server_not_allowed');
  return { server, param, url, dialer: guard };
}

export function badUrl(param: string): ApiError {
  return new ApiError('invalid_request', {
    param: `${param}.url`,
    message: 'The URL of an MCP server must be an https URL of a public host.',
  });
}
