import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mountSmallDisk } from '../../test-kit/mount-small-disk.ts';
import { explainEmbeddedFailure } from './explain-embedded-failure.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-explain-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('names a full disk, and a read-only one', async (context) => {
  if (!mountSmallDisk(directory)) return context.skip('cannot mount a small file system');
  try {
    await writeFile(join(directory, 'filler'), Buffer.alloc(1_000_000)).catch(() => undefined);
    expect(await explainEmbeddedFailure(directory)).toBe(
      `The embedded database in ${directory} cannot be opened: the disk is full (ENOSPC). Free some space.`,
    );
    execFileSync('mount', ['-o', 'remount,ro', directory]);
    expect(await explainEmbeddedFailure(directory)).toContain(
      'it is on a read-only file system (EROFS). Mount',
    );
  } finally {
    execFileSync('umount', [directory]);
  }
});

it('tells a database that was never complete', async () => {
  expect(await explainEmbeddedFailure(directory)).toContain('it was not created completely');
});

it('otherwise speaks of the files, and leaves nothing behind', async () => {
  await mkdir(join(directory, 'global'));
  await writeFile(join(directory, 'global', 'pg_control'), 'x');
  expect(await explainEmbeddedFailure(directory)).toContain('its files are damaged, or of another version');
  expect(await readdir(directory)).toEqual(['global']);
});
