import type { OutboundRequest, OutboundResponse } from '#kit';
import type { ToolCaller } from '#reply';

/** The way to one MCP server: the outbound guard, or a tunnel. Bounds in time and size are kept by whoever it is. */
export interface McpDialer {
  /** How long one message may take, where the way itself says so and ends it. */
  readonly timeoutMs?: number;
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** What the tunnels capability offers here. */
export interface TunnelDialer {
  /**
   * The way through a tunnel of the caller's workspace. Rejects as MSG-69 to MSG-73 say: 404 `tunnel_not_found` with `param`,
   * 403 `mcp_server_not_allowed`, 502 `tunnel_unavailable` or `tunnel_target_refused`, 504 `tunnel_timeout`.
   */
  dial(
    tunnel: { readonly id: string; readonly url: string; readonly param: string },
    caller: ToolCaller,
  ): Promise<McpDialer>;
}
