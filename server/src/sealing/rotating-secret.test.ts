import { describe, expect, it } from 'vitest';
import { HOUR_MS, Secret } from '#kit';
import { RotatingSecret, type StoredSecret } from './rotating-secret.ts';
import { SealingRing } from './sealing-ring.ts';

const secretOf = (byte: number, aad = 'whk_1') => {
  const ring = new SealingRing(new Secret(Buffer.alloc(32, byte).toString('base64')));
  return new RotatingSecret(ring.keysFor('svc webhook secrets').ofOrganization('org_1'), aad);
};
const rotating = secretOf(1);
const RULES = { overlapHours: 24, mostKept: 3 };

function open(stored: readonly StoredSecret[], nowMs: number, by = rotating) {
  let unreadable = 0;
  const secrets = by.open(stored, nowMs, () => unreadable++).map((secret) => secret.reveal());
  return { secrets, unreadable };
}

describe('a secret with rotation', () => {
  const first = rotating.create('whsec_');
  const stored = [{ sealed: first.sealed, expiresAtMs: null }];

  it('D-HOOK-5 is valid beside its successor until the overlap ends', () => {
    const second = rotating.rotate('whsec_', stored, RULES, 0);
    expect(second.previousExpiresAtMs).toBe(24 * HOUR_MS);
    expect(open(second.stored, 24 * HOUR_MS - 1).secrets).toEqual([
      second.secret.reveal(),
      first.secret.reveal(),
    ]);
    expect(open(second.stored, 24 * HOUR_MS).secrets).toEqual([second.secret.reveal()]);
  });

  it('keeps the end of earlier ones, and at most so many', () => {
    const second = rotating.rotate('whsec_', stored, RULES, 0);
    const third = rotating.rotate('whsec_', second.stored, RULES, HOUR_MS);
    expect(third.stored.map(({ expiresAtMs }) => expiresAtMs)).toEqual([null, 25 * HOUR_MS, 24 * HOUR_MS]);
    const fourth = rotating.rotate('whsec_', third.stored, RULES, 2 * HOUR_MS);
    expect(fourth.stored.map(({ expiresAtMs }) => expiresAtMs)).toEqual([null, 26 * HOUR_MS, 25 * HOUR_MS]);
    const late = rotating.rotate('whsec_', fourth.stored, RULES, 100 * HOUR_MS);
    expect(late.stored.map(({ expiresAtMs }) => expiresAtMs)).toEqual([null, 124 * HOUR_MS]);
  });

  it('leaves out what another data key sealed, or what was moved', () => {
    expect(open(stored, 0, secretOf(2))).toEqual({ secrets: [], unreadable: 1 });
    expect(open(stored, 0, secretOf(1, 'whk_2'))).toEqual({ secrets: [], unreadable: 1 });
    const rotated = secretOf(2).rotate('whsec_', stored, RULES, 0);
    expect(open(rotated.stored, 0, secretOf(2))).toEqual({
      secrets: [rotated.secret.reveal()],
      unreadable: 1,
    });
  });
});
