import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClock, Secret } from '#kit';
import { ReasoningKeys } from './reasoning-keys.ts';
import { modelNumber, ReasoningSignatures } from './reasoning-signatures.ts';

const DAY_MS = 86_400_000;
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

function open(dataKey = DATA_KEY, clock = createClock()) {
  const keys = new ReasoningKeys(new Secret(dataKey), clock, () => ({ rotationDays: 90, acceptedDays: 400 }));
  return { keys, clock, signatures: new ReasoningSignatures(keys) };
}

describe('ReasoningSignatures', () => {
  it('D-45 are an HMAC over organization, model, nonce and text, in five parts', () => {
    const { keys, signatures } = open();
    const signature = signatures.newReply('org_1', 'Svc Standard').sign('a text', 3);
    const [version, key, model, nonce, mac] = signature.split('.');
    expect([version, key, model]).toEqual(['v1', keys.current().id, modelNumber('Svc Standard')]);
    const signed = JSON.stringify(['reasoning', 1, 'org_1', model, nonce, 'a text']);
    expect(mac).toBe(createHmac('sha256', keys.current().bytes).update(signed).digest('base64url'));
    expect(signatures.verify('org_1', 'a text', signature)).toMatchObject({ model, position: 3 });
  });

  it('D-45 hold for this text, organization, model and data key only', () => {
    const { signatures } = open();
    const signature = signatures.newReply('org_1', 'm').sign('a text', 0);
    const parts = signature.split('.');
    expect(signatures.verify('org_1', 'a text ', signature)).toBeUndefined();
    expect(signatures.verify('org_2', 'a text', signature)).toBeUndefined();
    expect(
      open(Buffer.alloc(32, 8).toString('base64')).signatures.verify('org_1', 'a text', signature),
    ).toBeUndefined();
    for (const [place, other] of [
      [0, 'v2'],
      [1, '0'],
      [2, modelNumber('n')],
      [3, Buffer.alloc(16).toString('base64url')],
      [4, ''],
      [4, `${parts[4]}A`],
    ] as const) {
      expect(signatures.verify('org_1', 'a text', parts.with(place, other).join('.'))).toBeUndefined();
    }
    for (const odd of ['', '.', '....', `${signature}.`, signature.toUpperCase()])
      expect(signatures.verify('org_1', 'a text', odd)).toBeUndefined();
  });

  it('D-45 every node with the same data key verifies them, and replies differ', () => {
    const signature = open().signatures.newReply('o', 'm').sign('t', 0);
    expect(open().signatures.verify('o', 't', signature)).toBeDefined();
    expect(open().signatures.newReply('o', 'm').sign('t', 0)).not.toBe(signature);
  });

  it('D-45 change their key every 90 days, and a replaced one verifies for 400 more', async () => {
    const { keys, signatures, clock } = open();
    // To the first day of a key.
    const days = Number.parseInt(keys.current().id, 36) + 90 - Math.floor(clock.nowMs() / DAY_MS);
    await clock.advance(days * DAY_MS);
    const first = keys.current().id;
    const signature = signatures.newReply('o', 'm').sign('t', 0);
    await clock.advance(89 * DAY_MS);
    expect(keys.current().id).toBe(first);
    await clock.advance(DAY_MS);
    expect(keys.current().id).not.toBe(first);
    await clock.advance(400 * DAY_MS);
    expect(signatures.verify('o', 't', signature)).toBeDefined();
    await clock.advance(DAY_MS);
    expect(signatures.verify('o', 't', signature)).toBeUndefined();
  });
});
