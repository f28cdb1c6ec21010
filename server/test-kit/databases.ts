import { createHash, randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { migrate, openStore, type Store } from '../src/store/index.ts';

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

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
/** Receives everything and shows nothing. */
const log = pino({ level: 'silent' });

/**
 * The embedded database always; PostgreSQL from TEST_DATABASE_URL, else on 127.0.0.1, when it can be reached. When it
 * cannot, one line says so, and with REQUIRE_SERVICES=1 it throws.
 */
export async function testDatabases(): Promise<TestDatabase[]> {
  const embedded: TestDatabase = { kind: 'embedded', open: openEmbedded };
  const adminUrl = process.env['TEST_DATABASE_URL'] ?? DEFAULT_URL;
  if (await isReachable(adminUrl)) return [embedded, { kind: 'postgres', open: (options) => openPostgres(adminUrl, options) }];
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error('PostgreSQL not found, and REQUIRE_SERVICES=1');
  console.log('skipped: PostgreSQL not found');
  return [embedded];
}

/** Gives `use` a fresh migrated database and removes it afterwards, whatever happened. */
export async function withDatabase<T>(database: TestDatabase, use: (opened: OpenTestDatabase) => Promise<T>): Promise<T> {
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

async function openEmbedded({ migrated = true }: { readonly migrated?: boolean } = {}): Promise<OpenTestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  await copyEmbeddedDatabase(dataDir, { migrated });
  const store = await openStore({ dataDir, log });
  return {
    store,
    dataDir,
    async close() {
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Puts an empty embedded database into a data directory. One is made per machine: that takes seconds, a copy a moment. */
export async function copyEmbeddedDatabase(dataDir: string, { migrated }: { readonly migrated: boolean }): Promise<void> {
  // A thousand small files: one by one, each awaited, they take fifteen times as long.
  cpSync(await embeddedTemplate(migrated), join(dataDir, 'database'), { recursive: true });
}

const MIGRATIONS = new URL('../src/store/migrations/', import.meta.url);

/** Another one for another version of the database, of the migrations, or of how they are applied. */
async function templateName(migrated: boolean): Promise<string> {
  const packageFile = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json');
  const files = [packageFile, new URL('../migrate.ts', MIGRATIONS)];
  if (migrated) for (const name of (await readdir(MIGRATIONS)).toSorted()) files.push(new URL(name, MIGRATIONS));
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file));
  return `svc-test-template-${hash.digest('hex').slice(0, 16)}-${process.getuid?.() ?? 0}`;
}

async function embeddedTemplate(migrated: boolean): Promise<string> {
  const template = join(tmpdir(), await templateName(migrated));
  if (await exists(template)) return template;
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-making-'));
  const store = await openStore({ dataDir, log });
  if (migrated) await migrate(store);
  await store.close();
  // Another test file may have been quicker: then its copy is the one.
  await rename(join(dataDir, 'database'), template).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
  return template;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function openPostgres(adminUrl: string, { migrated = true }: { readonly migrated?: boolean } = {}): Promise<OpenTestDatabase> {
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  await administer(adminUrl, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const store = await openStore({ dataDir, databaseUrl, log });
  if (migrated) await migrate(store);
  return {
    store,
    dataDir,
    databaseUrl,
    async close() {
      await store.close();
      await administer(adminUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
