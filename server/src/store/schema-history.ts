import { hash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { FormerMigration } from './former-migrations.ts';
import type { Tables } from './tables.ts';

export const MIGRATION_TABLE = 'schema_migrations';
const CHECKSUM_TABLE = 'schema_checksums';

/** Checksums of applied migrations, or texts of migrations, by name. */
export type ByName = ReadonlyMap<string, string>;

/** How what was applied to a database differs from the migrations of this version. */
export interface SchemaDifference {
  /** Applied, and not known here under any name. */
  readonly unknown: readonly string[];
  /** Applied with another text, which was never committed. */
  readonly edited: readonly string[];
  /** Applied as they stood before a change of their schema. */
  readonly former: readonly FormerMigration[];
}

export function compareSchema(
  applied: ByName,
  files: ByName,
  formerMigrations: readonly FormerMigration[],
): SchemaDifference {
  const unknown: string[] = [];
  const edited: string[] = [];
  const former: FormerMigration[] = [];
  for (const [name, checksum] of applied) {
    const text = files.get(name);
    if (text !== undefined && migrationChecksum(text) === checksum) continue;
    const before = formerMigrations.find((one) => one.name === name && one.sha256 === checksum);
    if (before) former.push(before);
    else (text === undefined ? unknown : edited).push(name);
  }
  return { unknown, edited, former: former.filter(({ change }) => change !== 'comments') };
}

// Ignores line endings: a checkout on Windows must not look like an edit.
export function migrationChecksum(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'), 'hex');
}

/** Names and checksums of applied migrations, in order; empty before the first one. */
export async function readApplied(db: Kysely<Tables>): Promise<ByName> {
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

export async function recordMigration(db: Kysely<unknown>, name: string, text: string): Promise<void> {
  const table = sql.table(CHECKSUM_TABLE);
  await sql`create table if not exists ${table} (name text primary key, sha256 text not null)`.execute(db);
  await sql`insert into ${table} (name, sha256) values (${name}, ${migrationChecksum(text)})`.execute(db);
}

/**
 * Changes what former migrations left to what today's would have left, all of them in one transaction. Of processes that start
 * together, one does it and the others wait.
 */
export async function replaceFormer(
  db: Kysely<Tables>,
  files: ByName,
  formerMigrations: readonly FormerMigration[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(CHECKSUM_TABLE)} in exclusive mode`.execute(trx);
    const { former } = compareSchema(await readApplied(trx), files, formerMigrations);
    for (const { name, change } of former)
      if (change === 'withdrawn') await forget(trx, name);
      else if (change !== 'comments') {
        await sql.raw(change.statements).execute(trx);
        await rename(trx, name, change.name, migrationChecksum(files.get(change.name) ?? ''));
      }
  });
}

async function forget(trx: Kysely<Tables>, name: string): Promise<void> {
  for (const table of [MIGRATION_TABLE, CHECKSUM_TABLE])
    await sql`delete from ${sql.table(table)} where name = ${name}`.execute(trx);
}

async function rename(trx: Kysely<Tables>, name: string, newName: string, sha256: string): Promise<void> {
  await sql`update ${sql.table(MIGRATION_TABLE)} set name = ${newName} where name = ${name}`.execute(trx);
  await sql`
    update ${sql.table(CHECKSUM_TABLE)} set name = ${newName}, sha256 = ${sha256} where name = ${name}`.execute(
    trx,
  );
}
