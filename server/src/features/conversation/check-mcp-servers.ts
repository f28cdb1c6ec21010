import { betaRequired } from '@svc/contract';
import type { Authenticated, Exchange, InferenceCall, Parsed } from '#exchange';
import type { TunnelDialer } from '#features/tunnels';
import { OutboundError, type OutboundGuard } from '#kit';
import { invalid } from './parse/fields.ts';

const TUNNELS_BETA = 'mcp-tunnels-2026-12-01';

export interface McpServerChecks {
  readonly guard: Pick<OutboundGuard, 'verifyText'>;
  readonly tunnels: Pick<TunnelDialer, 'requireTunnel'>;
}

type Checked = Exchange & Authenticated & Parsed;

/**
 * Where the MCP servers of a call are, as far as their URLs tell, and that its tunnels are there (D-40, MSG-69). The guard and the tunnel
 * judge again when they are asked. Synchronous where the call names no tunnel.
 */
export function checkMcpServers(checks: McpServerChecks, exchange: Checked): void | Promise<void> {
  const { mcpServers: servers = [] } = exchange.call;
  for (const [i, { url, tunnelId }] of servers.entries()) {
    if (tunnelId === undefined) checkUrl(checks.guard, url, `mcp_servers[${i}].url`);
    else if (!exchange.betas.includes(TUNNELS_BETA))
      throw betaRequired(TUNNELS_BETA, `mcp_servers[${i}].tunnel_id`);
  }
  if (servers.some(({ tunnelId }) => tunnelId !== undefined))
    return requireTunnels(checks, servers, exchange);
}

async function requireTunnels(
  { tunnels }: McpServerChecks,
  servers: NonNullable<InferenceCall['mcpServers']>,
  { credential }: Checked,
): Promise<void> {
  for (const [i, { tunnelId }] of servers.entries()) {
    if (tunnelId !== undefined)
      await tunnels.requireTunnel({ id: tunnelId, param: `mcp_servers[${i}].tunnel_id` }, credential);
  }
}

function checkUrl(guard: Pick<OutboundGuard, 'verifyText'>, url: string, path: string): void {
  try {
    guard.verifyText(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid(path, `${path} must be an https URL of a public host.`);
  }
}
