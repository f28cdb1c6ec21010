import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

const created = new Set<{ readonly server: string; readonly name: string }>();

/** A PostgreSQL server databases may be made on: `BENCH_DATABASE_URL`, else one that this user reaches on its default port. */
export function findDatabaseServer(): string | undefined {
  const user = encodeURIComponent(userInfo().username);
  const given = process.env['BENCH_DATABASE_URL'];
  const candidates = given
    ? [given]
    : [
        `postgres://${user}@127.0.0.1:5432/postgres`,
        `postgres://${user}@localhost/postgres?host=/var/run/postgresql`,
      ];
  return candidates.find(
    (url) =>
      spawnSync('psql', ['--no-password', '-d', url, '-c', 'select 1'], { timeout: 5000 }).status === 0,
  );
}

/** Makes an empty database and returns its URL. `dropDatabases` removes it. */
export function createDatabase(server: string, name: string): string {
  // Noted first: an interrupted createdb may have made it all the same.
  created.add({ server, name });
  run('createdb', ['--maintenance-db', server, name]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops every database made here. Synchronous, so that it also runs when the benchmark is interrupted. Ctrl-C
 * reaches a running dropdb too: what was not dropped stays noted, and the call at the end tries again.
 */
export function dropDatabases(): void {
  for (const database of created) {
    run('dropdb', ['--force', '--if-exists', '--maintenance-db', database.server, database.name]);
    created.delete(database);
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, ['--no-password', ...args], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
