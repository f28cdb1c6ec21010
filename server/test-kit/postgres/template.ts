import { Client } from 'pg';

/** Any number that nothing else on the server locks. */
const MAKING_LOCK = 7_823_109;

/**
 * A database to copy, made by `fill` when the server has none of this name; test processes that start together make it once.
 * It stays on the server for the next run. Answers its name.
 */
export async function postgresTemplate(
  adminUrl: string,
  name: string,
  fill: (name: string) => Promise<void>,
): Promise<string> {
  await withAdministrator(adminUrl, async (client) => {
    // Given back when the connection ends, whatever happens to this process.
    await client.query('select pg_advisory_lock($1)', [MAKING_LOCK]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (rows.length > 0) return;
    // One that is no template was left half made by a process that was killed.
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await fill(name);
    // Nobody may connect: a database in use cannot be copied.
    await client.query(`alter database ${name} with is_template true allow_connections false`);
  });
  return name;
}

/**
 * Of the server that tests use, which may be away. Services wait longer for it than by default, which is a second for a connection and
 * two for an answer: on a busy machine it takes longer, and the first call of a service would be 503 `authorization_unavailable`.
 */
export function administratorUrl(): string {
  return process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres?connect_timeout=10';
}

/** Gives `use` a connection for statements about databases. */
export async function withAdministrator<T>(
  adminUrl: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
