/** Inference and admin keys: finding them on every request, making and revoking them, counting their use. */
export { findCurrentKey, KeyDirectory, type KeyRecord } from './key-directory.ts';
export { AdminKeyDirectory, findCurrentAdminKey, type AdminKeyRecord } from './admin-key-directory.ts';
export { KeyUseCounter } from './key-use-counter.ts';
export { issueAdminKey, issueKey, type CreatedKey, type NewAdminKey, type NewKey } from './issue-key.ts';
export { revokeKey, revokeKnownKey, type KeyCandidate, type RevokedKey } from './revoke-key.ts';
export { listApiKeys } from './api-keys.ts';
export { listAdminKeys } from './admin-keys.ts';
export { revokeAdminKey } from './create-admin-key.ts';
export { listManagedKeys, readManagedKey } from './managed-keys.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { findKeyRestrictions } from './find-key-restrictions.ts';
export { applyKeySettings, type KeySettings } from './apply-key-settings.ts';
export {
  findAdminKeys,
  findKeys,
  type KeyKind,
  type KeyStatus,
  type StoredAdminKey,
  type StoredKey,
} from './store/stored-keys.ts';
export { keysModule } from './keys-module.ts';
export { openKeys } from './open-keys.ts';
