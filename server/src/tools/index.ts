export { ServerTools, type ServerToolsParts } from './server-tools.ts';
export type { McpDialer, TunnelDialer } from './mcp/mcp-dialer.ts';
