import { Secret } from '#kit';
import { expect, it } from 'vitest';
import { digestWithSecrets } from './digest-with-secrets.ts';

it('depends on everything in a configuration including secrets, and reveals none', () => {
  const config = (key: string, path = '/v1') => ({
    base_url: path,
    api_key: new Secret(key),
    headers: { 'x-key': new Secret('h') },
  });
  expect(digestWithSecrets(config('a'))).toBe(digestWithSecrets(config('a')));
  expect(digestWithSecrets(config('a'))).not.toBe(digestWithSecrets(config('b')));
  expect(digestWithSecrets(config('a'))).not.toBe(digestWithSecrets(config('a', '/v2')));
  expect(digestWithSecrets(config('plain-key'))).not.toContain('plain-key');
});
