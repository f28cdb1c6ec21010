import type { Kysely } from 'kysely';
import { SYSTEM_ACTOR, recordAudit, type AuditActor } from '#features/audit';
import type { Tables } from '#store';
import { setAdminKey, setKey, type StoredAdminKey, type StoredKey } from './store.ts';

export interface KeySettings {
  readonly name?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly expiresAtMs?: number | null | undefined;
  /** Normalised entries; a list replaces the one before. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly allowedIps?: readonly string[] | undefined;
}

type Changes = Record<string, { from: unknown; to: unknown }>;

/** The settings that differ, by their public names. What is absent stays as it is. */
function changesOf(pairs: readonly (readonly [name: string, from: unknown, to: unknown])[]): Changes {
  const differing = pairs.filter(([, from, to]) => to !== undefined && JSON.stringify(from) !== JSON.stringify(to));
  return Object.fromEntries(differing.map(([name, from, to]) => [name, { from, to }]));
}

/**
 * Brings the given settings to a key within the caller's transaction, audited with what changed; true when anything did.
 * A revoked key is left as it is: revocation is permanent.
 */
export async function updateKey(
  trx: Kysely<Tables>,
  key: StoredKey,
  settings: KeySettings,
  nowMs: number,
  actor: AuditActor = SYSTEM_ACTOR,
): Promise<boolean> {
  const changes = changesOf([
    ['name', key.name, settings.name],
    ['status', key.status, settings.status],
    ['expires_at', key.expiresAtMs, settings.expiresAtMs],
    ['allowed_origins', key.allowedOrigins, settings.allowedOrigins],
    ['allowed_ips', key.allowedIps, settings.allowedIps],
  ]);
  if (key.status === 'revoked' || Object.keys(changes).length === 0) return false;
  await setKey(trx, key.id, Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])));
  const resource = { type: 'api_key', id: key.id } as const;
  await recordAudit(
    trx,
    { organizationId: key.organizationId, workspaceId: key.workspaceId, event: 'api_key.updated', actor, resource, changes },
    nowMs,
  );
  return true;
}

/** As `updateKey`, for an admin key. */
export async function updateAdminKey(
  trx: Kysely<Tables>,
  key: StoredAdminKey,
  settings: Pick<KeySettings, 'name' | 'allowedIps'>,
  nowMs: number,
  actor: AuditActor = SYSTEM_ACTOR,
): Promise<boolean> {
  const changes = changesOf([
    ['name', key.name, settings.name],
    ['allowed_ips', key.allowedIps, settings.allowedIps],
  ]);
  if (key.status === 'revoked' || Object.keys(changes).length === 0) return false;
  await setAdminKey(trx, key.id, Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])));
  const resource = { type: 'admin_key', id: key.id } as const;
  await recordAudit(trx, { organizationId: key.organizationId, event: 'admin_key.updated', actor, resource, changes }, nowMs);
  return true;
}
