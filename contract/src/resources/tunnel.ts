import { limit } from '../limits/limit.ts';
import { TUNNEL_ID } from '../reference/objects/ids.ts';
import { MANAGED_BY_DEVELOPERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Tunnels to MCP servers (platform contract §2.6). */
export const TUNNEL = {
  type: 'tunnel',
  kind: 'Tunnel',
  tag: 'Tools',
  ids: { tunnel: 'tnl_', tunnelConnection: 'conn_' },
  errors: {
    tunnel_not_found: {
      status: 404,
      when: 'No such tunnel in the workspace of the key.',
      message: 'No tunnel with this id exists in the workspace. List the tunnels to find its id.',
    },
    wrong_auth_mode: {
      status: 400,
      when: 'A token was rotated on an `mtls` tunnel, or a certificate asked for on a `token` tunnel.',
      message:
        'The authentication mode of the tunnel does not allow this. Use the operation that fits its auth_mode.',
    },
    tunnel_limit_reached: {
      status: 409,
      when: 'The workspace already has the maximum number of tunnels.',
      message: 'The workspace has reached its maximum number of tunnels. Delete one and try again.',
    },
    mcp_server_not_allowed: {
      status: 403,
      when: 'The MCP policy of the organization does not list the server or tunnel.',
      message:
        'The policy of your organization does not allow this MCP server. Ask an owner to add it to the policy.',
    },
    tunnel_unavailable: {
      status: 502,
      when: 'No connector is online, all are busy, or the tunnel is disabled.',
      message:
        'The tunnel has no connector that can take the call. Check that a connector is running and retry with back-off.',
    },
    tunnel_target_refused: {
      status: 502,
      when: 'The address is not among the `allowed_targets` of the tunnel.',
      message: 'The tunnel does not allow this address. Add it to the allowed_targets of the tunnel.',
    },
    tunnel_timeout: {
      status: 504,
      when: 'The MCP server behind the tunnel did not answer in time.',
      message:
        'The server behind the tunnel did not answer in time. Check the server and retry with back-off.',
    },
  },
  permissions: {
    'tunnels.manage': {
      words: 'Create, change, rotate and delete tunnels and their certificates',
      ...MANAGED_BY_DEVELOPERS,
    },
  },
  audit: {
    resources: {
      'tunnel.created': 'Tunnel created',
      'tunnel.updated': 'Tunnel changed',
      'tunnel.deleted': 'Tunnel deleted',
      'tunnel.token_rotated': 'Tunnel token rotated',
    },
  },
  limits: {
    tunnels_per_workspace: limit(25, 'Maximum tunnels of a workspace.'),
    connectors_per_tunnel: limit(10, 'Maximum connectors of a tunnel that are online.'),
    targets_per_tunnel: limit(20, 'Maximum servers that a tunnel leads to.'),
    tunnel_name_characters: limit(64, 'Maximum length of the name of a tunnel.'),
    tunnel_description_characters: limit(200, 'Maximum length of the description of a tunnel.'),
    tunnel_target_characters: limit(2048, 'Maximum length of the URL of a server behind a tunnel.'),
    mcp_message_bytes: limit(10_485_760, 'Maximum size of a message to or from an MCP server.'),
    mcp_call_timeout_s: limit(120, 'Maximum duration of a call of an MCP server.'),
    connector_concurrent_calls: limit(64, 'Maximum concurrent calls over one connector.'),
    connector_ping_s: limit(15, 'Pause between two pings to a connector.'),
    connector_silence_s: limit(45, 'Silence after which a connector counts as gone.'),
    token_grace_s: limit(86_400, 'Maximum time for which a replaced tunnel token keeps working.'),
    token_grace_default_s: limit(3600, 'Default time for which a replaced tunnel token keeps working.'),
  },
  pathParameters: {
    tunnel_id: { description: 'Id of a tunnel.', example: TUNNEL_ID },
  },
} as const satisfies Resource;
