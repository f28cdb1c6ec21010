import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDirectory } from './make-directory.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-make-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

it('makes every level that is missing with mode 0700, also when many make it at once, and leaves one that is there', async () => {
  const path = join(directory, 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeDirectory(path)));
  expect(['a', 'a/b', 'a/b/c'].map((level) => statSync(join(directory, level)).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ]);
  await makeDirectory(path);
});

it('says what the system says about a file in the way', async () => {
  const file = join(directory, 'file');
  writeFileSync(file, '');
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST', path: file });
  await expect(makeDirectory(join(file, 'a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

it.runIf(process.platform === 'linux')(
  'fails where no directory can be made although the parent is there',
  async () => {
    await expect(makeDirectory('/proc/nope/a')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
