import { ApiError } from '@svc/contract';
import type { StreamFailure } from '@svc/connector/protocol';

/** The error for the caller of the model (D-TUN-8, D-TUN-14, D-TUN-16). It names no target and quotes no response. */
export function toTunnelError({ reason }: StreamFailure): ApiError {
  switch (reason) {
    case 'target_refused':
      return new ApiError('tunnel_target_refused');
    case 'timeout':
      return new ApiError('tunnel_timeout');
    case 'unreachable':
      return new ApiError('tunnel_unavailable', {
        message: 'The connector cannot reach the MCP server. Run svc-connector check next to it.',
      });
    case 'too_large':
      return new ApiError('tunnel_unavailable', {
        message: 'A message to or from the MCP server, or its headers, exceeds the size limit of tunnels.',
      });
    case 'bad_reply':
      return new ApiError('tunnel_unavailable', {
        message: 'The reply of the MCP server was incomplete or invalid. Check the server and retry.',
      });
    case 'lost':
    case 'busy':
    case 'cancelled':
      return new ApiError('tunnel_unavailable');
  }
}
