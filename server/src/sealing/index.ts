export { RotatingSecret, type RotationRules, type StoredSecret } from './rotating-secret.ts';
export { SealingKey, type KeyMaterial } from './sealing-key.ts';
export { SealingRing, type KeyOwner, type PurposeKeys } from './sealing-ring.ts';
