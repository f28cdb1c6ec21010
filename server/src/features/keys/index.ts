/** Inference and admin keys: finding them on every request, making and revoking them, counting their use. */
export { KeyDirectory, type KeyRecord } from './key-directory.ts';
export { AdminKeyDirectory, findCurrentAdminKey, type AdminKeyRecord } from './admin-key-directory.ts';
export { KeyUseCounter } from './key-use-counter.ts';
export { createAdminKey, createKey, type CreatedKey, type NewAdminKey, type NewKey } from './create-key.ts';
export { revokeKey, revokeKnownKey, type KeyCandidate, type RevokedKey } from './revoke-key.ts';
export { listApiKeys, readApiKey } from './api-keys.ts';
export { makeApiKey, rotateApiKey } from './make-api-key.ts';
export { changeApiKey } from './change-api-key.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { listAdminKeys, readAdminKey } from './admin-keys.ts';
export { makeAdminKey, revokeAdminKey } from './make-admin-key.ts';
export { changeAdminKey } from './change-admin-key.ts';
export { updateAdminKey, updateKey, type KeySettings } from './update-key.ts';
export { findAdminKeys, findKeys, type KeyKind, type KeyStatus, type StoredAdminKey, type StoredKey } from './store/stored-keys.ts';
