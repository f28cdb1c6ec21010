import type { Tunnel } from '@svc/contract';
import { toTimestamp, type Secret } from '#kit';
import type { StoredTunnel } from './store/tunnels.ts';

/** A tunnel as callers see it. The token is present only in the response that creates it. */
export function toTunnel(row: StoredTunnel, token?: Secret): Tunnel {
  return {
    id: row.id,
    type: 'tunnel',
    name: row.name,
    description: row.description,
    workspace_id: row.workspace_id,
    allowed_targets: [...row.allowed_targets],
    auth_mode: row.auth_mode,
    status: statusOf(row),
    connections: {
      active: row.disabled ? 0 : row.active,
      last_seen_at: row.seen_at === null ? null : toTimestamp(row.seen_at),
    },
    region: row.region,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    connector_token: token?.reveal() ?? null,
  };
}

/** D-TUN-3. The connections of a disabled tunnel are about to be closed. */
function statusOf({ disabled, active }: StoredTunnel): Tunnel['status'] {
  if (disabled) return 'disabled';
  return active > 0 ? 'connected' : 'disconnected';
}
