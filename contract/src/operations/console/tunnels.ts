import { TunnelSetup, tunnelTest, TunnelTest } from '../../schemas/tunnels/console-tunnel.ts';
import { changesNothing } from '../changes-nothing.ts';
import { consoleOperation } from './console-operation.ts';

const TUNNEL = '/console/api/workspaces/{workspace_id}/tunnels/{tunnel_id}';

/** Operations on tunnels that only the Console has, beside the mirrored ones. */
export const CONSOLE_TUNNEL_OPERATIONS = [
  changesNothing(
    consoleOperation({
      id: 'testTunnel',
      method: 'POST',
      path: `${TUNNEL}/test`,
      summary: 'List the tools of an MCP server behind a tunnel',
      permission: 'tunnels.manage',
      body: tunnelTest,
      response: TunnelTest,
      errors: [
        'workspace_not_found',
        'tunnel_not_found',
        'mcp_server_not_allowed',
        'invalid_request',
        'tunnel_unavailable',
        'tunnel_target_refused',
        'tunnel_timeout',
        'upstream_unavailable',
      ],
    }),
  ),
  consoleOperation({
    id: 'readTunnelSetup',
    method: 'GET',
    path: `${TUNNEL}/setup`,
    summary: 'Read where connectors dial, and which tokens work',
    permission: 'tunnels.manage',
    response: TunnelSetup,
    errors: ['workspace_not_found', 'tunnel_not_found'],
  }),
] as const;
