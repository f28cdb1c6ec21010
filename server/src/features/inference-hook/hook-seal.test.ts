import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { HookSeal } from './hook-seal.ts';

const log = pino({ level: 'silent' });
const sealWith = (byte: number) =>
  new HookSeal({ sealing: new SealingRing(new Secret(Buffer.alloc(32, byte).toString('base64'))), log });

const seal = sealWith(1);
const current = seal.createSecret('org_1');
const previous = seal.createSecret('org_1');
const hook = {
  sealedHeaders: seal.sealHeaders('org_1', [{ name: 'Authorization', value: 'Bearer x' }]),
  sealedSecret: current.sealed,
  sealedPreviousSecret: previous.sealed,
  previousSecretExpiresAtMs: 1000,
};
const NOTHING = { headers: {}, secrets: [] };

describe('what calls of a hook are sent and signed with', () => {
  it('POLICY-05 is the current secret, and the previous one until it expires', () => {
    const secretsAt = (nowMs: number) =>
      seal.open('org_1', hook, nowMs).secrets.map((secret) => secret.reveal());
    expect(secretsAt(999)).toEqual([current.secret.reveal(), previous.secret.reveal()]);
    expect(secretsAt(1000)).toEqual([current.secret.reveal()]);
    expect(seal.open('org_1', hook, 0).headers).toEqual({ authorization: 'Bearer x' });
  });

  it('opens for no other organization, with no other data key, and at no other place', () => {
    expect(seal.open('org_2', hook, 0)).toEqual(NOTHING);
    expect(sealWith(2).open('org_1', hook, 0)).toEqual(NOTHING);
    expect(seal.open('org_1', { ...hook, sealedHeaders: hook.sealedSecret }, 0)).toEqual(NOTHING);
  });
});
