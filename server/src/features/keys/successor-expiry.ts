import type { AdministeredKey } from './store/administered-keys.ts';

/**
 * Expiry of a rotated key: now plus the original lifetime in whole seconds, because the API truncates times to seconds. Keeping
 * fractions would shorten some lifetimes by a second in the API. Epoch milliseconds; null: never.
 */
export function successorExpiryMs(
  { created_at: createdAtMs, expires_at: expiresAtMs }: Pick<AdministeredKey, 'created_at' | 'expires_at'>,
  nowMs: number,
): number | null {
  if (expiresAtMs === null) return null;
  const lifetimeS = Math.floor(expiresAtMs / 1000) - Math.floor(createdAtMs / 1000);
  return nowMs + Math.max(lifetimeS, 1) * 1000;
}
