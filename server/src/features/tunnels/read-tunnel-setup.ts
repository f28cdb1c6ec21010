import type { TunnelAuthMode, TunnelSetup } from '@svc/contract';
import { requireWorkspace } from '#features/workspaces';
import { toTimestamp } from '#kit';
import { WorkspaceScope, type OrganizationScope } from '#store';
import { requireTunnel } from './read-tunnels.ts';
import { findTokens } from './store/tokens.ts';

interface SetupDeps {
  readonly connectorUrl: (mode: TunnelAuthMode) => string | undefined;
  readonly nowMs: number;
  readonly liveAtMs: number;
}

/**
 * The address for connectors of a tunnel, and its valid tokens: during a rotation they show how many connectors still need the new one.
 * Throws 404 `workspace_not_found`, `tunnel_not_found`.
 */
export async function readTunnelSetup(
  scope: OrganizationScope,
  { workspaceId, tunnelId }: { readonly workspaceId: string; readonly tunnelId: string },
  { connectorUrl, ...times }: SetupDeps,
): Promise<TunnelSetup> {
  const { id } = await requireWorkspace(scope, workspaceId);
  const workspace = new WorkspaceScope(scope.db, scope.organizationId, id);
  const { auth_mode: mode } = await requireTunnel(workspace, tunnelId, times.liveAtMs);
  const tokens = mode === 'token' ? await findTokens(scope.db, tunnelId, times) : [];
  return {
    type: 'tunnel_setup',
    tunnel_id: tunnelId,
    connector_url: connectorUrl(mode) ?? null,
    tokens: tokens.map(({ created_at: createdAtMs, expires_at: endsAtMs, active }) => ({
      created_at: toTimestamp(createdAtMs),
      expires_at: endsAtMs === null ? null : toTimestamp(endsAtMs),
      active_connections: active,
    })),
  };
}
