import { expect, it } from 'vitest';
import { freeBuffer } from './free-buffer.ts';

it('a buffer is freed, and none that shares its memory', () => {
  const own = Buffer.allocUnsafeSlow(1000);
  freeBuffer(own);
  expect(own.byteLength).toBe(0);
  const whole = Buffer.allocUnsafeSlow(1000).fill(1);
  freeBuffer(whole.subarray(0, 999));
  freeBuffer(Buffer.from('of the pool'));
  expect([whole.byteLength, whole[999]]).toEqual([1000, 1]);
});
