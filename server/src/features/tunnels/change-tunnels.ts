import {
  ApiError,
  ID_PREFIXES,
  SECRET_PREFIXES,
  type LimitValues,
  type RotatedTunnelToken,
  type Tunnel,
  type TokenRotation,
  type TunnelCreation,
  type TunnelUpdate,
} from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { newId, newSecret, toTimestamp } from '#kit';
import type { WorkspaceScope } from '#store';
import { readTunnel, requireTunnel } from './read-tunnels.ts';
import { announceTunnels } from './store/announcements.ts';
import { revokeCertificates } from './store/certificates.ts';
import { endCurrentToken, insertToken } from './store/tokens.ts';
import { countTunnels, insertTunnel, isTunnelNameTaken, updateTunnelRow } from './store/tunnels.ts';
import { toTunnel } from './tunnel-object.ts';

/** One change of workspace resources. `liveAtMs`: time of the system clock, which decides whether connections are online. */
export interface TunnelChange {
  readonly change: MutationContext;
  readonly scope: WorkspaceScope;
  readonly liveAtMs: number;
}

/** D-TUN-1. The token is only in this response. */
export async function createTunnel(
  { change, scope, liveAtMs }: TunnelChange,
  { description = null, ...creation }: TunnelCreation,
  limits: LimitValues,
): Promise<Tunnel> {
  const { nowMs } = change;
  if (await isTunnelNameTaken(scope, creation.name)) throw new ApiError('name_taken', { param: 'name' });
  if ((await countTunnels(scope)) >= limits.tunnels_per_workspace) throw new ApiError('tunnel_limit_reached');
  const id = newId(ID_PREFIXES.tunnel, nowMs);
  await insertTunnel(scope, { id, ...creation, description, created_at: nowMs });
  const token = creation.auth_mode === 'token' ? newSecret(SECRET_PREFIXES.connectorToken) : undefined;
  if (token) await insertToken(scope.db, id, token, nowMs);
  await audit(change, scope, 'tunnel.created', id, differences({}, { ...creation, description }));
  return toTunnel(await requireTunnel(scope, id, liveAtMs), token);
}

/** D-TUN-1, D-TUN-3. Effective on this node with the commit, on others within seconds. */
export async function updateTunnel(
  { change, scope, liveAtMs }: TunnelChange,
  id: string,
  { status, ...update }: TunnelUpdate,
): Promise<Tunnel> {
  const before = await requireTunnel(scope, id, liveAtMs, { lock: true });
  const disabled = status === undefined ? undefined : status === 'disabled';
  const changes = differences({ ...before }, { ...update, disabled });
  if (Object.keys(changes).length === 0) return toTunnel(before);
  if ('name' in changes && (await isTunnelNameTaken(scope, update.name!)))
    throw new ApiError('name_taken', { param: 'name' });
  await updateTunnelRow(scope, id, {
    ...update,
    ...(disabled === undefined ? {} : { disabled }),
    updated_at: change.nowMs,
  });
  await announceTunnels(scope.db);
  await audit(change, scope, 'tunnel.updated', id, changes);
  return readTunnel(scope, id, liveAtMs);
}

/** Closes its connections and revokes its certificates (D-TUN-3). */
export async function deleteTunnel(
  { change, scope, liveAtMs }: TunnelChange,
  id: string,
): Promise<{ readonly id: string; readonly type: 'tunnel'; readonly deleted: true }> {
  const { name } = await requireTunnel(scope, id, liveAtMs, { lock: true });
  await revokeCertificates(scope.db, id, change.nowMs);
  await updateTunnelRow(scope, id, {
    name: '',
    description: null,
    allowed_targets: [],
    deleted_at: change.nowMs,
    updated_at: change.nowMs,
  });
  await announceTunnels(scope.db);
  await audit(change, scope, 'tunnel.deleted', id, { name: { from: name, to: null } });
  return { id, type: 'tunnel', deleted: true };
}

/** Adds a new token; the old one works until its grace period ends, and so do older ones in grace (D-TUN-5). */
export async function rotateTunnelToken(
  { change, scope, liveAtMs }: TunnelChange,
  id: string,
  { grace_seconds: graceS }: TokenRotation,
): Promise<RotatedTunnelToken> {
  const { nowMs } = change;
  const tunnel = await requireTunnel(scope, id, liveAtMs, { lock: true });
  if (tunnel.auth_mode !== 'token') throw new ApiError('wrong_auth_mode');
  const endsAtMs = nowMs + graceS * 1000;
  await endCurrentToken(scope.db, id, endsAtMs, nowMs);
  const token = newSecret(SECRET_PREFIXES.connectorToken);
  await insertToken(scope.db, id, token, nowMs);
  await announceTunnels(scope.db);
  await audit(change, scope, 'tunnel.token_rotated', id, {});
  return {
    id,
    type: 'tunnel',
    connector_token: token.reveal(),
    previous_token_expires_at: toTimestamp(endsAtMs),
  };
}

async function audit(
  change: MutationContext,
  { workspaceId }: WorkspaceScope,
  event: 'tunnel.created' | 'tunnel.updated' | 'tunnel.deleted' | 'tunnel.token_rotated',
  id: string,
  changes: ReturnType<typeof differences>,
): Promise<void> {
  await auditChange(change, { event, resource: { type: 'tunnel', id }, workspaceId, changes });
}
