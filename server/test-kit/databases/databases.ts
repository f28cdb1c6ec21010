import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { Client } from 'pg';
import type { Store } from '../../src/store/index.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { borrowPostgresDatabase, openPostgresDatabase } from '../postgres/open-database.ts';
import { administratorUrl } from '../postgres/template.ts';

/** One of the databases every test of stored things runs against. */
export interface TestDatabase {
  readonly kind: Store['kind'];
  /** A fresh database of its own, migrated unless told otherwise. */
  open(options?: { readonly migrated?: boolean }): Promise<OpenTestDatabase>;
}

export interface OpenTestDatabase {
  readonly store: Store;
  readonly dataDir: string;
  /** Absent for the embedded database. */
  readonly databaseUrl?: string;
  /** Closes the store and removes the database. */
  close(): Promise<void>;
}

/** As `DATABASE_URL` of a service that a test starts: the embedded database. */
const EMBEDDED = 'embedded';
const ROOT = join(import.meta.dirname, '../../..');
const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

/** Environment of a service that a test starts on one of the databases. Without an opened one it is the embedded one. */
export function onDatabase(opened: { readonly databaseUrl?: string | undefined } | undefined): {
  readonly DATABASE_URL: string;
} {
  return { DATABASE_URL: opened?.databaseUrl ?? EMBEDDED };
}

/** The one for tests of which one database is enough, chosen as for a service that names none. */
export async function usualDatabase(): Promise<TestDatabase> {
  return (await foundDatabases()).at(-1)!;
}

/**
 * The databases of a suite that reaches SQL over HTTP, `file` being its own. The embedded database is PostgreSQL, so one is enough;
 * a third of these suites, another one with each commit, run on both.
 */
export async function httpDatabases(file: string): Promise<TestDatabase[]> {
  // In the inner tier `testDatabases` is one as well.
  return isInShard(file) ? testDatabases() : [await usualDatabase()];
}

/** `TEST_SHARD` is `2/3` for the second of three parts, which files are divided into by their paths. */
function isInShard(file: string): boolean {
  const [shard = 0, shards = 1] = process.env['TEST_SHARD']?.split('/').map(Number) ?? [];
  const digest = createHash('sha256').update(relative(ROOT, file)).digest();
  return digest[0]! % shards === shard - 1;
}

export interface ChosenDatabase {
  /** Names the database as a service expects it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The service must have ended. */
  release(): Promise<void>;
}

/**
 * Chooses a database for a service whose environment names none: PostgreSQL where there is one, with which tests take half of the
 * processor time; else the embedded one.
 */
export async function chooseDatabase(environment: Readonly<Record<string, string>>): Promise<ChosenDatabase> {
  const { DATABASE_URL: named, ...rest } = environment;
  const release = async () => undefined;
  if (named === EMBEDDED) return { environment: rest, release };
  if (named !== undefined || !(await isPostgresThere())) return { environment, release };
  const borrowed = await borrowPostgresDatabase(administratorUrl());
  const added = { DATABASE_URL: borrowed.databaseUrl, SVC_DATA_KEY: DATA_KEY };
  return { environment: { ...added, ...rest }, release: borrowed.release };
}

/** Asked once in a process. */
let isThere: Promise<boolean> | undefined;

function isPostgresThere(): Promise<boolean> {
  return (isThere ??= isReachable(administratorUrl()));
}

/** What stores, transactions, kills and migrations are tested on: both databases, or the usual one in `npm test`. */
export async function testDatabases(): Promise<TestDatabase[]> {
  return process.env['TEST_TIER'] === 'inner' ? [await usualDatabase()] : foundDatabases();
}

/**
 * The embedded database always; PostgreSQL from TEST_DATABASE_URL, else on 127.0.0.1, when it can be reached. When it
 * cannot, one line says so, and with REQUIRE_SERVICES=1 it throws.
 */
async function foundDatabases(): Promise<TestDatabase[]> {
  const embedded: TestDatabase = { kind: 'embedded', open: openEmbeddedDatabase };
  const adminUrl = administratorUrl();
  if (await isPostgresThere())
    return [embedded, { kind: 'postgres', open: (options) => openPostgresDatabase(adminUrl, options) }];
  if (process.env['REQUIRE_SERVICES'] === '1')
    throw new Error('PostgreSQL not found, and REQUIRE_SERVICES=1');
  console.log('skipped: PostgreSQL not found');
  return [embedded];
}

/** Gives `use` a fresh migrated database and removes it afterwards, whatever happened. */
export async function withDatabase<T>(
  database: TestDatabase,
  use: (opened: OpenTestDatabase) => Promise<T>,
): Promise<T> {
  const opened = await database.open();
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

async function isReachable(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
