import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadDataKey, loadEnvironment } from '../index.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-key-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('makes a key of 32 bytes once, readable by its owner only, and keeps it', async () => {
  const environment = loadEnvironment({ SVC_DATA_DIR: join(directory, 'data') });
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadDataKey(environment)));
  expect(new Set(keys.map((key) => key.reveal())).size).toBe(1);
  expect(Buffer.from(keys[0]!.reveal(), 'base64')).toHaveLength(32);
  expect(readdirSync(environment.dataDir)).toEqual(['data.key']);
  expect(statSync(join(environment.dataDir, 'data.key')).mode & 0o777).toBe(0o600);
  expect((await loadDataKey(environment)).reveal()).toBe(keys[0]!.reveal());
});

it('prefers the given key and then writes none', async () => {
  const given = Buffer.alloc(32).toString('base64');
  expect(
    (await loadDataKey(loadEnvironment({ SVC_DATA_DIR: directory, SVC_DATA_KEY: given }))).reveal(),
  ).toBe(given);
  expect(readdirSync(directory)).toEqual([]);
});

it('refuses a damaged key file instead of making a new key over it', async () => {
  writeFileSync(join(directory, 'data.key'), 'damaged');
  await expect(loadDataKey(loadEnvironment({ SVC_DATA_DIR: directory }))).rejects.toThrow(
    'must hold 32 bytes in base64',
  );
  expect(readFileSync(join(directory, 'data.key'), 'utf8')).toBe('damaged');
});
