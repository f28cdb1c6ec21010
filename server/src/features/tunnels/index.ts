/** Tunnels: access to MCP servers in private networks, by connectors with outbound connections (platform contract §2.6, §4.6, §5.6). */
export type { TunnelDialer } from './calls/tunnel-dialer.ts';
export { machineMs } from './connections/presence.ts';
export { countConnectedTunnels, countTunnelUse } from './store/connections.ts';
export { insertToken } from './store/tokens.ts';
export { findTunnelIds, insertTunnel } from './store/tunnels.ts';
export type { TunnelMeters } from './tunnel-meters.ts';
export { CONNECT_PATH } from './connections/connector-endpoint.ts';
export { Tunnels } from './tunnels.ts';
export { tunnelsModule } from './tunnels-module.ts';
export { openTunnels } from './open-tunnels.ts';
