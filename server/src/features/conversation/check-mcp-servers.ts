import { ApiError, HEADERS } from '@svc/contract';
import type { Exchange, Parsed } from '#exchange';
import { OutboundError, type OutboundGuard } from '#kit';
import { invalid } from './parse/fields.ts';

const TUNNELS_BETA = 'mcp-tunnels-2026-12-01';

/**
 * Where the MCP servers of a call are, as far as their URLs alone tell; the guard judges again when they are asked (D-40).
 * Nobody has a tunnel yet, so none is found.
 */
export function checkMcpServers(
  guard: Pick<OutboundGuard, 'verifyText'>,
  { call, betas }: Exchange & Parsed,
): void {
  for (const [i, { url, tunnelId }] of (call.mcpServers ?? []).entries()) {
    if (tunnelId === undefined) checkUrl(guard, url, `mcp_servers[${i}].url`);
    else if (!betas.includes(TUNNELS_BETA)) throw new ApiError('beta_required', { param: HEADERS.beta });
    else throw new ApiError('tunnel_not_found', { param: `mcp_servers[${i}].tunnel_id` });
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
