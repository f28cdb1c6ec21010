import type { AdministeredKey } from './store/administered-keys.ts';

/**
 * When the successor of a key ends: it lasts as long again, to the second, as times are told. With parts of seconds added up, a
 * successor would now and then be told to last a second less. Epoch milliseconds; null: never.
 */
export function successorExpiryMs(
  { created_at: createdAtMs, expires_at: expiresAtMs }: Pick<AdministeredKey, 'created_at' | 'expires_at'>,
  nowMs: number,
): number | null {
  if (expiresAtMs === null) return null;
  const lifetimeS = Math.floor(expiresAtMs / 1000) - Math.floor(createdAtMs / 1000);
  return nowMs + Math.max(lifetimeS, 1) * 1000;
}
