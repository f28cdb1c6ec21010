import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { BlobDamaged, BlobKeyUnavailable } from '../blob-errors.ts';
import { KeyWrapping } from './key-wrapping.ts';

const wrappingOf = (byte: number) =>
  new KeyWrapping(new SealingRing(new Secret(Buffer.alloc(32, byte).toString('base64'))));
const wrapping = wrappingOf(5);
/** What it rejects with. */
const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it was unwrapped'),
    (error: unknown) => error as Error,
  );
const KEY = Buffer.alloc(32, 9);
const BLOB = 'blob_00000000000000000000000000';

describe('wrapped keys of blobs', () => {
  it('name their owner, and are unwrapped for their blob by its key only', async () => {
    const header = await wrapping.wrap(KEY, BLOB, 'workspace:wrkspc_1');
    expect(header.wrappingKey).toBe('workspace:wrkspc_1');
    expect(await wrapping.unwrap(header, BLOB)).toEqual(KEY);
    await expect(wrapping.unwrap(header, BLOB.replace(/0$/, '1'))).rejects.toThrow(BlobDamaged);
    await expect(wrappingOf(6).unwrap(header, BLOB)).rejects.toThrow(BlobDamaged);
    for (const wrappingKey of ['workspace:wrkspc_2', 'organization:wrkspc_1', 'deployment'])
      await expect(wrapping.unwrap({ ...header, wrappingKey }, BLOB)).rejects.toThrow(BlobDamaged);
  });

  it('are not damaged where their key is unknown or cannot be had, and say which key it is', async () => {
    const header = await wrapping.wrap(KEY, BLOB, 'workspace:wrkspc_1');
    const unknown = await rejection(wrapping.unwrap({ ...header, wrappingKey: 'customer:key_1' }, BLOB));
    expect(unknown).toBeInstanceOf(BlobKeyUnavailable);
    expect(unknown.message).toBe(
      `The blob ${BLOB} was sealed with the key "customer:key_1", which this version of Svc does not know. A newer version wrote it, or its header was changed.`,
    );
    const cause = new Error('the provider does not answer');
    const ring = { keysFor: () => ({ of: () => Promise.reject(cause) }) } as unknown as SealingRing;
    const away = await rejection(new KeyWrapping(ring).unwrap(header, BLOB));
    expect(away).toBeInstanceOf(BlobKeyUnavailable);
    expect(away).toMatchObject({ cause, wrappingKey: 'workspace:wrkspc_1' });
    expect(away.message).toBe(
      `The blob ${BLOB} was sealed with the key "workspace:wrkspc_1", which cannot be had now. The blob is not damaged: it opens again with its key.`,
    );
  });

  it('of earlier versions are unwrapped', async () => {
    const header = {
      wrappingKey: 'data-key:983c1a500ce6775f',
      wrappedKey: Buffer.from(
        'MCEIJM8Xrf5afW0FieifyTISoKhj/GMQjiW3eA4KKO3c4xVhDmBM1ZjmwQjiOX9xmnfxJAeXdmxHwuXUxJ0hD/HJzyU4Jtdj',
        'base64',
      ),
    };
    expect(await wrapping.unwrap(header, BLOB)).toEqual(KEY);
    await expect(wrappingOf(6).unwrap(header, BLOB)).rejects.toThrow(BlobDamaged);
  });
});
