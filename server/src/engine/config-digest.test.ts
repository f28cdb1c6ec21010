import { Secret } from '#kit';
import { expect, it } from 'vitest';
import { configDigest } from './config-digest.ts';

it('tells configurations apart by everything in them, secrets included, and shows none', () => {
  const config = (key: string, path = '/v1') => ({ base_url: path, api_key: new Secret(key), headers: { 'x-key': new Secret('h') } });
  expect(configDigest(config('a'))).toBe(configDigest(config('a')));
  expect(configDigest(config('a'))).not.toBe(configDigest(config('b')));
  expect(configDigest(config('a'))).not.toBe(configDigest(config('a', '/v2')));
  expect(configDigest(config('plain-key'))).not.toContain('plain-key');
});
