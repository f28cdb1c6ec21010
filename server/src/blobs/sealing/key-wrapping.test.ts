import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { KeyWrapping } from './key-wrapping.ts';

const wrappingOf = (byte: number) =>
  new KeyWrapping(new SealingRing(new Secret(Buffer.alloc(32, byte).toString('base64'))));
const wrapping = wrappingOf(5);
const KEY = Buffer.alloc(32, 9);
const BLOB = 'blob_00000000000000000000000000';

describe('wrapped keys of blobs', () => {
  it('name their owner, and are unwrapped for their blob by its key only', async () => {
    const header = await wrapping.wrap(KEY, BLOB, 'workspace:wrkspc_1');
    expect(header.wrappingKey).toBe('workspace:wrkspc_1');
    expect(await wrapping.unwrap(header, BLOB)).toEqual(KEY);
    await expect(wrapping.unwrap(header, BLOB.replace(/0$/, '1'))).rejects.toThrow();
    await expect(wrappingOf(6).unwrap(header, BLOB)).rejects.toThrow();
    for (const wrappingKey of ['workspace:wrkspc_2', 'organization:wrkspc_1', 'deployment', 'nobody'])
      await expect(wrapping.unwrap({ ...header, wrappingKey }, BLOB)).rejects.toThrow();
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
    await expect(wrappingOf(6).unwrap(header, BLOB)).rejects.toThrow();
  });
});
