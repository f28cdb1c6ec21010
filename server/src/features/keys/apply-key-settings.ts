import type { Kysely } from 'kysely';
import { auditChange, BY_SYSTEM, differences } from '#features/audit';
import { OrganizationScope, type Tables } from '#store';
import { setKey, type StoredAdminKey, type StoredKey } from './store/stored-keys.ts';

export interface KeySettings {
  readonly name?: string | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  readonly expiresAtMs?: number | null | undefined;
  /** Normalised entries; a list replaces the one before. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly allowedIps?: readonly string[] | undefined;
  readonly pinnedVersion?: string | undefined;
}

/** An admin key has fewer of them. */
type AdminKeySettings = Pick<KeySettings, 'name' | 'status' | 'allowedIps'>;

/** What is stored of a key, of what may change. */
type ChangeableKey = Omit<StoredKey, 'kind' | 'fingerprint'> | Omit<StoredAdminKey, 'fingerprint'>;

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
 * Brings the given settings to a key of either kind within the caller's transaction, audited with what changed; true when anything did.
 * A revoked key is left as it is: revocation is permanent.
 */
export async function applyKeySettings<Key extends ChangeableKey>(
  trx: Kysely<Tables>,
  key: Key,
  settings: Key extends { readonly type: 'admin_key' } ? AdminKeySettings : KeySettings,
  nowMs: number,
  source = BY_SYSTEM,
): Promise<boolean> {
  const { type, id, organizationId, workspaceId, status } = key;
  const changes = differences(columnsOf(key as KeySettings), columnsOf(settings));
  if (status === 'revoked' || Object.keys(changes).length === 0) return false;
  const scope = new OrganizationScope(trx, organizationId);
  await setKey(
    scope,
    `${type}s`,
    id,
    Object.fromEntries(Object.entries(changes).map(([name, { to }]) => [name, to])),
  );
  await auditChange(
    { scope, source, nowMs },
    { workspaceId, event: `${type}.updated`, resource: { type, id }, changes },
  );
  return true;
}
