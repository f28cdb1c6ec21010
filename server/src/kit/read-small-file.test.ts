import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSmallFile, readSmallFileSync } from './read-small-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-small-'));
  writeFileSync(join(folder, 'key'), 'ä🎉'.repeat(50_000));
  writeFileSync(join(folder, 'largest'), Buffer.alloc(1_048_576, 'a'));
  writeFileSync(join(folder, 'larger'), Buffer.alloc(1_048_577, 'a'));
  symlinkSync(join(folder, 'key'), join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const WAYS = { readSmallFile, readSmallFileSync: async (path: string) => readSmallFileSync(path) };

describe.each(Object.entries(WAYS))('%s', (_name, read) => {
  it.each([
    ['key', 300_000],
    ['link', 300_000],
    ['largest', 1_048_576],
    // Nobody writes to it.
    ['pipe', 0],
  ])('reads %s', async (name, bytes) => {
    expect(Buffer.byteLength(await read(join(folder, name)))).toBe(bytes);
  });

  it.each([
    ['larger', 'EFBIG'],
    ['/dev/zero', 'EFBIG'],
    ['gone', 'ENOENT'],
    ['.', 'EISDIR'],
  ])('refuses %s', async (name, code) => {
    const path = name.startsWith('/') ? name : join(folder, name);
    await expect(read(path)).rejects.toMatchObject({ code });
  });
});
