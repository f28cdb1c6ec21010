import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrationChecksum } from '../../server/src/store/index.ts';
import { committedMigrations } from './committed-migrations.ts';

const FOLDER = 'server/src/store/migrations';
const FIRST = 'create table first (id int);\n';
const complaint = expect.stringMatching(
  new RegExp(`^${FOLDER}/0001_first.sql: was committed with the SHA-256 ${migrationChecksum(FIRST)}`),
);

describe('committed migrations', () => {
  let repository: string;
  beforeEach(async () => {
    repository = await mkdtemp(join(tmpdir(), 'svc-committed-'));
    await mkdir(join(repository, FOLDER), { recursive: true });
    git('init', '--quiet');
    await write('0001_first', FIRST);
    commit();
  });
  afterEach(() => rm(repository, { recursive: true }));

  const at = (name: string) => join(repository, FOLDER, `${name}.sql`);
  const write = (name: string, text: string) => writeFile(at(name), text);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' });
  const commit = (): void => {
    git('add', '--all');
    git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '--quiet', '--message', 'one');
  };

  it('are as they were in this repository', () => {
    expect(committedMigrations()).toEqual([]);
  });

  it('may be followed by others', async () => {
    await write('0002_second', 'create table second (id int);\n');
    expect(committedMigrations(repository, [])).toEqual([]);
  });

  it.each([
    ['edited', () => write('0001_first', '-- A comment.\n' + FIRST)],
    ['renamed', () => rename(at('0001_first'), at('0002_first'))],
    ['removed', () => rm(at('0001_first'))],
  ])('must not be %s, committed or not', async (_how, change) => {
    await change();
    expect(committedMigrations(repository, [])).toEqual([complaint]);
    commit();
    expect(committedMigrations(repository, [])).toEqual([complaint]);
  });

  it('may be edited when databases made with the former text open', async () => {
    await write('0001_first', 'create table first (id bigint);\n');
    const former = { name: '0001_first', sha256: migrationChecksum(FIRST), change: 'comments' } as const;
    expect(committedMigrations(repository, [former])).toEqual([]);
  });
});
