import { readdir, readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { OperatorError } from '#kit';
import type { Store } from './open-store.ts';
import type { Tables } from './tables.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const MIGRATION_TABLE = 'schema_migrations';
const LOCK_TABLE = 'schema_migration_lock';
const CHECKSUM_TABLE = 'schema_checksums';

/**
 * `current`: the schema of this version. `behind`: `svc migrate` must run. `ahead`: a newer version migrated
 * it.
 */
export type SchemaState = 'current' | 'behind' | 'ahead';

/** The database holds migrations unknown to this version: a newer one migrated it. */
export class SchemaTooNew extends OperatorError {
  readonly unknownMigrations: readonly string[];

  constructor(unknownMigrations: readonly string[]) {
    super(
      `the database was migrated by a newer version (${unknownMigrations.join(', ')}): run that version, or restore an older copy`,
    );
    this.name = 'SchemaTooNew';
    this.unknownMigrations = unknownMigrations;
  }
}

/** A migration file differs from what was applied: two installations would end up with different schemas. */
export class MigrationEdited extends OperatorError {
  readonly migration: string;

  constructor(migration: string) {
    super(
      `migration ${migration} was changed after it had been applied: restore the file and add a new migration`,
    );
    this.name = 'MigrationEdited';
    this.migration = migration;
  }
}

/**
 * Migrates the schema to this version: all pending migrations in one transaction, or none. Concurrent callers
 * on one server wait for each other. Throws SchemaTooNew, MigrationEdited, StoreUnavailable, or the failing
 * migration's error.
 */
export async function migrate(store: Store, directory = MIGRATIONS): Promise<void> {
  const files = await readMigrations(directory);
  await store.withoutTimeLimits(async (db) => {
    // The migrator reads the whole catalog of the database, which takes longer than the rest of a start.
    if ((await readKnown(db, files)).size === files.size) return;
    const { error } = await createMigrator(db, files).migrateToLatest();
    if (error === undefined) return;
    // A newer version may have migrated while this one waited for the lock.
    await readKnown(db, files);
    throw error;
  });
}

/**
 * Compares the schema with the migrations without changing it. Throws MigrationEdited and StoreUnavailable.
 */
export async function schemaState(store: Store, directory = MIGRATIONS): Promise<SchemaState> {
  const files = await readMigrations(directory);
  const applied = await readApplied(store.db);
  if (unknownNames(applied, files).length > 0) return 'ahead';
  refuseEdited(applied, files);
  return files.size === applied.size ? 'current' : 'behind';
}

/** Names of the applied migrations, in order. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  return [...(await readApplied(db)).keys()];
}

/** Names of the migrations of this version, in order. */
export async function knownMigrations(): Promise<string[]> {
  return [...(await readMigrations(MIGRATIONS)).keys()];
}

/** What was applied: some of the migrations of this version, unchanged. Throws SchemaTooNew and MigrationEdited. */
async function readKnown(
  db: Kysely<Tables>,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const applied = await readApplied(db);
  const unknown = unknownNames(applied, files);
  if (unknown.length > 0) throw new SchemaTooNew(unknown);
  refuseEdited(applied, files);
  return applied;
}

function unknownNames(applied: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): string[] {
  return [...applied.keys()].filter((name) => !files.has(name));
}

function refuseEdited(applied: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): void {
  for (const [name, checksum] of applied) {
    if (checksumOf(files.get(name) ?? '') !== checksum) throw new MigrationEdited(name);
  }
}

/** Names and checksums of applied migrations; empty before the first one. */
async function readApplied(db: Kysely<Tables>): Promise<Map<string, string>> {
  const found = await sql<{
    found: boolean;
  }>`select to_regclass(${CHECKSUM_TABLE}) is not null as found`.execute(db);
  if (found.rows[0]?.found !== true) return new Map();
  const { rows } = await sql<{
    name: string;
    sha256: string;
  }>`select name, sha256 from ${sql.table(CHECKSUM_TABLE)} order by name`.execute(db);
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** The SQL of each migration by name (the file name without `.sql`), in order. */
async function readMigrations(directory: URL): Promise<Map<string, string>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, directory), 'utf8')));
  return new Map(names.map((name, index) => [name.slice(0, -4), texts[index]!]));
}

function createMigrator(db: Kysely<Tables>, files: ReadonlyMap<string, string>): Migrator {
  const migrations = Object.fromEntries([...files].map(([name, text]) => [name, toMigration(name, text)]));
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
  });
}

function toMigration(name: string, text: string): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const table = sql.table(CHECKSUM_TABLE);
      await sql.raw(text).execute(db);
      // Runs in the migration's transaction, so that the table and the schema cannot disagree.
      await sql`create table if not exists ${table} (name text primary key, sha256 text not null)`.execute(
        db,
      );
      await sql`insert into ${table} (name, sha256) values (${name}, ${checksumOf(text)})`.execute(db);
    },
  };
}

// Ignores line endings: a checkout on Windows must not look like an edit.
function checksumOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'), 'hex');
}
