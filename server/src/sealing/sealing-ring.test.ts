import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import type { SealingKey } from './sealing-key.ts';
import { SealingRing } from './sealing-ring.ts';

const ringOf = (byte: number) => new SealingRing(new Secret(Buffer.alloc(32, byte).toString('base64')));
const ring = ringOf(5);
const lines = ring.keysFor('svc batch lines');
const AAD = 'batch_1 1 body';
const TEXT = '{"model":"x"}';
/** Sealed with this data key before keys had ids. */
const FORMER = Buffer.from('bi7qDyqNotG47ohgzFkJaoqI+Y4zoJ8h6l/kyfZJdOZMWaIlP3ms49s=', 'base64');

const MEGABYTE = 1_048_576;

/** As it was done before keys had ids. */
function sealAsBefore(content: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 5), '', 'svc batch lines', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(AAD));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

const isOpenedBy = (key: SealingKey, sealed: Buffer, aad = AAD): boolean => {
  try {
    return key.openText(sealed, aad) === TEXT;
  } catch {
    return false;
  }
};

describe('the ring of sealing keys', () => {
  const own = lines.ofOrganization('org_1');
  const sealed = own.seal(TEXT, AAD);

  it('D-GEN-9 opens what it sealed, as text, as bytes and in turns', async () => {
    expect(own.openText(sealed, AAD)).toBe(TEXT);
    expect(own.open(sealed, AAD)).toEqual(Buffer.from(TEXT));
    const long = Buffer.alloc(3_000_000, 'x');
    expect(await own.openInTurns(own.seal(long, AAD), AAD)).toEqual(long);
  });

  it('seals for one owner, one purpose, one place and one data key', async () => {
    expect(isOpenedBy(ringOf(5).keysFor('svc batch lines').ofOrganization('org_1'), sealed)).toBe(true);
    expect(isOpenedBy(own, sealed, 'batch_1 2 body')).toBe(false);
    expect(isOpenedBy(lines.ofOrganization('org_2'), sealed)).toBe(false);
    expect(isOpenedBy(await lines.ofWorkspace('org_1'), sealed)).toBe(false);
    expect(isOpenedBy(lines.ofDeployment(), sealed)).toBe(false);
    expect(isOpenedBy(ring.keysFor('svc response items').ofOrganization('org_1'), sealed)).toBe(false);
    expect(isOpenedBy(ringOf(6).keysFor('svc batch lines').ofOrganization('org_1'), sealed)).toBe(false);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(isOpenedBy(own, changed)).toBe(false);
  });

  it('opens what was sealed before keys had ids, for its place and its data key only', async () => {
    for (const key of [own, await lines.ofWorkspace('wrkspc_1'), lines.ofDeployment()])
      expect(key.openText(FORMER, AAD)).toBe(TEXT);
    expect((await own.openInTurns(FORMER, AAD)).toString()).toBe(TEXT);
    expect(isOpenedBy(own, FORMER, 'batch_1 2 body')).toBe(false);
    expect(isOpenedBy(ringOf(6).keysFor('svc batch lines').ofOrganization('org_1'), FORMER)).toBe(false);
    expect(isOpenedBy(ring.keysFor('svc response items').ofOrganization('org_1'), FORMER)).toBe(false);
  });

  it('says in everything which key sealed it, and seals anew only what says nothing', async () => {
    expect(sealed.subarray(0, ring.mark.length)).toEqual(ring.mark);
    expect(ringOf(6).mark).not.toEqual(ring.mark);
    expect(await own.reseal(sealed, AAD)).toBeUndefined();
    const resealed = (await own.reseal(FORMER, AAD))!;
    expect(resealed.subarray(0, ring.mark.length)).toEqual(ring.mark);
    expect(own.openText(resealed, AAD)).toBe(TEXT);
    expect(isOpenedBy(lines.ofOrganization('org_2'), resealed)).toBe(false);
  });

  it('seals anew a megabyte at a time, so that other work goes on', async () => {
    const content = randomBytes(4 * MEGABYTE + 1);
    let turns = 0;
    let isDone = false;
    const count = (): void => void (turns++, isDone || setImmediate(count));
    setImmediate(count);
    const resealed = (await own.reseal(sealAsBefore(content), AAD))!;
    isDone = true;
    expect(own.open(resealed, AAD).equals(content)).toBe(true);
    expect(turns, 'four to open, four to seal').toBeGreaterThanOrEqual(8);
    await expect(own.reseal(sealAsBefore(content), 'batch_1 2 body')).rejects.toThrow();
  });

  it('derives a key once, and keeps a bounded number of them', () => {
    expect(lines.ofOrganization('org_1')).toBe(lines.ofOrganization('org_1'));
    for (let i = 0; i < 10_001; i++) lines.ofOrganization(`org_other_${i}`);
    expect(lines.ofOrganization('org_1')).not.toBe(own);
    expect(isOpenedBy(lines.ofOrganization('org_1'), sealed)).toBe(true);
  });

  it('gives a key to a thread', async () => {
    const module = new URL('./index.ts', import.meta.url).href;
    const thread = new Worker(
      `import(${JSON.stringify(module)}).then(({ SealingKey }) => {
        const { parentPort, workerData } = require('node:worker_threads');
        parentPort.postMessage(new SealingKey(workerData).seal(${JSON.stringify(TEXT)}, ${JSON.stringify(AAD)}));
      })`,
      { eval: true, workerData: own.material },
    );
    const [bytes] = (await once(thread, 'message')) as [Uint8Array];
    expect(own.openText(Buffer.from(bytes), AAD)).toBe(TEXT);
  });
});
