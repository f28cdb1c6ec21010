import { readdir, readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { OperatorError } from '#kit';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import type { Store } from './open-store.ts';
import {
  compareSchema,
  MIGRATION_TABLE,
  readApplied,
  recordMigration,
  replaceFormer,
  type ByName,
} from './schema-history.ts';
import type { Tables } from './tables.ts';

export const MIGRATIONS = new URL('./migrations/', import.meta.url);
const LOCK_TABLE = 'schema_migration_lock';

/**
 * `current`: the schema of this version. `behind`: `svc migrate` must run. `ahead`: a newer version migrated
 * it.
 */
export type SchemaState = 'current' | 'behind' | 'ahead';

/** The database holds migrations unknown to this version: another one, mostly a newer one, migrated it. */
export class SchemaTooNew extends OperatorError {
  readonly unknownMigrations: readonly string[];

  constructor(unknownMigrations: readonly string[], isNewer: boolean) {
    const names = unknownMigrations.join(', ');
    super(
      isNewer
        ? `the database was migrated by a newer version (${names}): run that version, or restore an older copy`
        : `the database was migrated by another version, and this one does not have ${names}: run that version, or one that is newer than both`,
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
 * Migrates the schema to this version: all pending migrations in one transaction, or none. Databases that were migrated with a text
 * that has changed since are brought to today's first. Concurrent callers on one server wait for each other. Throws SchemaTooNew,
 * MigrationEdited, PoolingRefused, StoreUnavailable, or the failing migration's error.
 */
export async function migrate(store: Store, directory = MIGRATIONS): Promise<void> {
  const files = await readMigrations(directory);
  await store.requirePooling();
  await store.withoutTimeLimits(async (db) => {
    if (await isBehindFormer(db, files)) await replaceFormer(db, files, FORMER_MIGRATIONS);
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
  const { unknown, edited, former } = compareSchema(applied, files, FORMER_MIGRATIONS);
  if (unknown.length > 0) return 'ahead';
  if (edited[0] !== undefined) throw new MigrationEdited(edited[0]);
  return former.length === 0 && files.size === applied.size ? 'current' : 'behind';
}

/** Names of the applied migrations, in order. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  return [...(await readApplied(db)).keys()];
}

/** Names of the migrations with which this version opens a database. */
export async function knownMigrations(): Promise<string[]> {
  return [...(await readMigrations(MIGRATIONS)).keys(), ...FORMER_MIGRATIONS.map(({ name }) => name)];
}

async function isBehindFormer(db: Kysely<Tables>, files: ByName): Promise<boolean> {
  return compareSchema(await readKnown(db, files), files, FORMER_MIGRATIONS).former.length > 0;
}

/** What was applied: migrations of this version, or what they were formerly. Throws SchemaTooNew and MigrationEdited. */
async function readKnown(db: Kysely<Tables>, files: ByName): Promise<ByName> {
  const applied = await readApplied(db);
  const { unknown, edited } = compareSchema(applied, files, FORMER_MIGRATIONS);
  const newest = [...files.keys()].at(-1) ?? '';
  if (unknown.length > 0)
    throw new SchemaTooNew(
      unknown,
      unknown.every((name) => name > newest),
    );
  if (edited[0] !== undefined) throw new MigrationEdited(edited[0]);
  return applied;
}

/** The SQL of each migration by name (the file name without `.sql`), in order. */
async function readMigrations(directory: URL): Promise<Map<string, string>> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, directory), 'utf8')));
  return new Map(names.map((name, index) => [name.slice(0, -4), texts[index]!]));
}

function createMigrator(db: Kysely<Tables>, files: ByName): Migrator {
  const migrations = Object.fromEntries([...files].map(([name, text]) => [name, toMigration(name, text)]));
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
    // Of two changes that were made side by side, the one with the higher number may have come first.
    allowUnorderedMigrations: true,
  });
}

function toMigration(name: string, text: string): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql.raw(text).execute(db);
      // In the migration's transaction, so that the table and the schema cannot disagree.
      await recordMigration(db, name, text);
    },
  };
}
