import { describe, expect, it } from 'vitest';
import { isLoopback } from './ip-address.ts';

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::1%lo'])(
    'is true of %s',
    (address) => {
      expect(isLoopback(address)).toBe(true);
    },
  );

  it.each(['128.0.0.1', '10.0.0.1', '::', '::2', '::ffff:10.0.0.1', 'localhost', '0177.0.0.1', '127.1', ''])(
    'is false of %s',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});
