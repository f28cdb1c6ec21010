/** What runs on the service's side: web search, web fetch, MCP servers. */
export { ServerTools, type ServerToolsParts } from './server-tools.ts';
export type { McpDialer, TunnelDialer } from './mcp/mcp-dialer.ts';
export { openServerTools } from './open-server-tools.ts';
