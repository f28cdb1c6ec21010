import type { Kysely } from 'kysely';
import { auditChange, BY_SYSTEM, differences } from '#features/audit';
import { OrganizationScope, type Tables } from '#store';
import { setAdminKey, setKey, type StoredAdminKey, type StoredKey } from './store/stored-keys.ts';

export interface KeySettings {
  readonly name?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly expiresAtMs?: number | null | undefined;
  /** Normalised entries; a list replaces the one before. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly allowedIps?: readonly string[] | undefined;
  readonly pinnedVersion?: string | undefined;
}

/** What is stored of a key, of what may change. */
type ChangeableKey = Omit<StoredKey, 'kind' | 'fingerprint'>;

/** By their public names, which are those of the columns. */
function columnsOf(settings: KeySettings) {
  return {
    name: settings.name,
    status: settings.status,
    expires_at: settings.expiresAtMs,
    allowed_origins: settings.allowedOrigins,
    allowed_ips: settings.allowedIps,
    pinned_version: settings.pinnedVersion,
  };
}

/**
 * Brings the given settings to a key within the caller's transaction, audited with what changed; true when anything did.
 * A revoked key is left as it is: revocation is permanent.
 */
export async function updateKey(
  trx: Kysely<Tables>,
  key: ChangeableKey,
  settings: KeySettings,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<boolean> {
  const changes = differences(columnsOf(key as KeySettings), columnsOf(settings));
  if (key.status === 'revoked' || Object.keys(changes).length === 0) return false;
  const scope = new OrganizationScope(trx, key.organizationId);
  await setKey(scope, key.id, Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])));
  const resource = { type: 'api_key', id: key.id } as const;
  await auditChange({ scope, source, nowMs }, { workspaceId: key.workspaceId, event: 'api_key.updated', resource, changes });
  return true;
}

/** As `updateKey`, for an admin key. */
export async function updateAdminKey(
  trx: Kysely<Tables>,
  key: Omit<StoredAdminKey, 'fingerprint'>,
  settings: Pick<KeySettings, 'name' | 'status' | 'allowedIps'>,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<boolean> {
  const changes = differences(columnsOf(key as KeySettings), columnsOf(settings));
  if (key.status === 'revoked' || Object.keys(changes).length === 0) return false;
  const scope = new OrganizationScope(trx, key.organizationId);
  await setAdminKey(scope, key.id, Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])));
  const resource = { type: 'admin_key', id: key.id } as const;
  await auditChange({ scope, source, nowMs }, { event: 'admin_key.updated', resource, changes });
  return true;
}
