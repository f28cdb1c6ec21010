import type { ErrorRows } from './entry.ts';

/** Tunnels, and model requests that go through one (platform contract §7). */
export const TUNNEL_ERRORS = {
  tunnel_not_found: {
    status: 404,
    when: 'No such tunnel in the workspace of the key.',
    message: 'No tunnel with this id exists in the workspace. List the tunnels to find its id.',
  },
  certificate_not_found: {
    status: 404,
    when: 'The tunnel has no such certificate.',
    message: 'No certificate with this id belongs to the tunnel. List the certificates to find its id.',
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
  certificate_limit_reached: {
    status: 409,
    when: 'The tunnel already has the maximum number of active certificates.',
    message: 'The tunnel has reached its maximum number of active certificates. Revoke one and try again.',
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
    message: 'The server behind the tunnel did not answer in time. Check the server and retry with back-off.',
  },
} as const satisfies ErrorRows;
