import { expect, it } from 'vitest';
import { toTimestamp } from '#kit';
import { successorExpiryMs } from './successor-expiry.ts';

const NOON_MS = Date.UTC(2026, 10, 22, 12);

/** As it is told, in seconds. */
function expiryS(ms: number): number {
  return Date.parse(toTimestamp(ms)) / 1000;
}

it('CONS-14 the successor of a key lasts as long as is told of the key, whatever part of a second each was made in', () => {
  const expiresAtMs = NOON_MS + 3_600_000;
  for (const made of [0, 1, 490, 999]) {
    for (const rotated of [1000, 1001, 1480, 1998, 1999]) {
      const key = { created_at: NOON_MS + made, expires_at: expiresAtMs };
      const successor = successorExpiryMs(key, NOON_MS + rotated)!;
      expect(expiryS(successor) - expiryS(NOON_MS + rotated)).toBe(
        expiryS(expiresAtMs) - expiryS(key.created_at),
      );
    }
  }
  expect(successorExpiryMs({ created_at: NOON_MS, expires_at: null }, NOON_MS)).toBeNull();
});
