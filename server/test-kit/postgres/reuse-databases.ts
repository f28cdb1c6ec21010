import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import {
  describeEmptyDatabase,
  emptyDatabase,
  type EmptyDatabase,
  type UsedDatabase,
} from '../databases/empty-database.ts';
import { withAdministrator } from './template.ts';

/** Each takes 12 MB of the server's disk. */
const MAX_IDLE = 4;

interface ServerDatabases {
  readonly idle: string[];
  empty?: EmptyDatabase;
}

const servers = new Map<string, ServerDatabases>();

/** The beginning of names of databases that a run of the suite lends. Absent outside of one: nobody would drop them. */
const prefix = (): string | undefined => {
  const run = process.env['TEST_RUN'];
  return run === undefined ? undefined : lentPrefix(run);
};

export function lentPrefix(run: string): string {
  return `svc_test_lent_${run}_`;
}

/**
 * A migrated database that an earlier test of this process is done with, emptied; else one that `create` makes. A copy of the
 * template takes ten times as long, and most of that in the server's processes.
 */
export async function borrowDatabase(
  adminUrl: string,
  urlOf: (name: string) => string,
  create: (prefix: string) => Promise<string>,
): Promise<string> {
  const own = prefix();
  if (own === undefined) return create('svc_test_');
  const server = servers.get(adminUrl) ?? { idle: [] };
  servers.set(adminUrl, server);
  for (let name = server.idle.pop(); name !== undefined; name = server.idle.pop()) {
    if (await isEmptied(urlOf(name), server)) return name;
    await dropDatabase(adminUrl, name);
  }
  const name = await create(own);
  server.empty ??= await withClient(urlOf(name), describeEmptyDatabase);
  return name;
}

/** For the next test, or gone. */
export async function returnDatabase(adminUrl: string, name: string): Promise<void> {
  const own = prefix();
  const idle = servers.get(adminUrl)?.idle;
  if (own !== undefined && name.startsWith(own) && idle && idle.length < MAX_IDLE) idle.push(name);
  else await dropDatabase(adminUrl, name);
}

async function isEmptied(url: string, { empty }: ServerDatabases): Promise<boolean> {
  if (!empty) return false;
  try {
    return await withClient(url, async (database) => {
      // A process that a test has not waited for might write later.
      if (!(await isAlone(database))) return false;
      return await emptyDatabase(database, empty);
    });
  } catch {
    return false;
  }
}

const OTHERS = `select count(*) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Processes of the server end a moment after their clients, on a busy machine more than half a second. */
async function isAlone(database: UsedDatabase): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if ((await database.ask(OTHERS)) === '0') return true;
    await setTimeout(20);
  }
  return false;
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withAdministrator(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

async function withClient<T>(url: string, use: (database: UsedDatabase) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => String } });
  await client.connect();
  try {
    return await use({
      kind: 'postgres',
      async ask(text) {
        // Several statements have several results.
        const [first] = [await client.query<(string | null)[]>({ text, rowMode: 'array' })].flat();
        return first?.rows[0]?.[0] ?? '';
      },
    });
  } finally {
    await client.end();
  }
}
