import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FORMER_MIGRATIONS, migrationChecksum } from '../../server/src/store/index.ts';

const FOLDER = 'server/src/store/migrations';
/** A line of git about a file that a commit added or changed: modes, the objects before and after, how, and the path. */
const ADDED = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\t(\S+\.sql)$/gm;

/**
 * One line for each text of a migration that was committed, and that this version neither has nor knows as a former one: a database
 * that was made with it would not open. As far back as the history of the checkout goes.
 */
export function committedMigrations(repository = '.', known = FORMER_MIGRATIONS): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const log = git(
    'log',
    '--full-history',
    '--no-renames',
    '-m',
    '--raw',
    '--no-abbrev',
    '--format=',
    '--',
    FOLDER,
  );
  const committed = new Set([...log.matchAll(ADDED)].map(([, object, path]) => `${object} ${path}`));
  return [...committed]
    .flatMap((line) => {
      const [object = '', path = ''] = line.split(' ');
      const name = basename(path, '.sql');
      const sha256 = migrationChecksum(git('cat-file', 'blob', object));
      const isFormer = known.some((former) => former.name === name && former.sha256 === sha256);
      return isFormer || sha256 === checksumToday(join(repository, path)) ? [] : [complaint(path, sha256)];
    })
    .toSorted();
}

function checksumToday(path: string): string | undefined {
  return existsSync(path) ? migrationChecksum(readFileSync(path, 'utf8')) : undefined;
}

function complaint(path: string, sha256: string): string {
  return (
    `${path}: was committed with the SHA-256 ${sha256}, which databases have that were made since. ` +
    'Restore the file and add a migration with a new number'
  );
}
