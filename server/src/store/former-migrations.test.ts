import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases, type OpenTestDatabase } from '../../test-kit/databases/databases.ts';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import { migrate, schemaState, type Store } from './index.ts';
import { migrationChecksum } from './schema-history.ts';

const TODAY = new URL('./migrations/', import.meta.url);
/** Migrations as they stood before they were changed, renamed or removed. */
const FORMER = new URL('../../test-kit/former-migrations/', import.meta.url);
const databases = await testDatabases();

interface State {
  /** Migrations up to this number. */
  readonly upTo: string;
  /** Numbers of those that were added to the main line after later ones. */
  readonly without?: readonly string[];
  /** Names in the folder of former migrations. */
  readonly former: readonly string[];
}

const COMMENTS = ['0001_foundation', '0011_accounts'];

/** What commits left in databases, other than the first of today's migrations. Some went on for long with a gap. */
const STATES: readonly State[] = [
  { upTo: '0006', without: ['0005'], former: ['0001_foundation', '0006_usage_by_month'] },
  { upTo: '0007', without: ['0006'], former: ['0001_foundation'] },
  { upTo: '0016', former: [...COMMENTS, '0015_reports'] },
  { upTo: '0027', former: [...COMMENTS, '0027_blob_key_order'] },
  { upTo: '0055', without: ['0053'], former: COMMENTS },
  { upTo: '0064', without: ['0061', '0063'], former: COMMENTS },
  { upTo: '0069', without: ['0065', '0066', '0067'], former: COMMENTS },
  { upTo: '0069', former: [...COMMENTS, '0065_traffic'] },
  { upTo: '0070', without: ['0070'], former: [...COMMENTS, '0070_engine_costs'] },
  { upTo: '0072', without: ['0072'], former: ['0072_grants_of_organization'] },
  { upTo: '0075', without: ['0073', '0074'], former: [] },
  { upTo: '0089', former: ['0089_directory_groups'] },
];

/** Definitions of everything there is, without the order of columns. */
async function definitions(store: Store): Promise<unknown> {
  const { rows } = await sql<{ definition: string }>`
    select definition from (
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name, is_identity) as definition
        from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', relname, relkind, array_to_string(reloptions, ',')) from pg_class
        where relnamespace = 'public'::regnamespace) as all_of_it
    order by 1`.execute(store.db);
  return rows.map(({ definition }) => definition);
}

async function history(store: Store): Promise<unknown> {
  const { rows } = await sql`
    select name, sha256 from schema_migrations full join schema_checksums using (name) order by name`.execute(
    store.db,
  );
  return rows;
}

describe('former migrations', () => {
  it('are those in the list', async () => {
    const names = (await readdir(FORMER)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, FORMER), 'utf8')));
    expect(names.map((name, at) => [name.slice(0, -4), migrationChecksum(texts[at]!)])).toEqual(
      FORMER_MIGRATIONS.map(({ name, sha256 }) => [name, sha256]),
    );
  });
});

describe.each(databases)('databases of former migrations on $kind', (database) => {
  let opened: OpenTestDatabase;
  let today: unknown;
  let latest: readonly unknown[];
  beforeAll(async () => {
    opened = await database.open({ migrated: false });
    await migrate(opened.store);
    today = await definitions(opened.store);
    latest = (await history(opened.store)) as readonly unknown[];
  });
  afterAll(() => opened.close());

  /** Makes the database one of the state. */
  async function makeState({ upTo, without = [], former }: State): Promise<void> {
    await sql`drop schema public cascade; create schema public`.execute(opened.store.db);
    const folder = await mkdtemp(join(tmpdir(), 'svc-former-'));
    try {
      for (const file of await readdir(TODAY))
        if (file.slice(0, 4) <= upTo && !without.includes(file.slice(0, 4)))
          await cp(new URL(file, TODAY), join(folder, file));
      for (const name of former)
        if (name.slice(0, 4) <= upTo)
          await cp(new URL(`${name}.sql`, FORMER), join(folder, `${name}.sql`), { force: true });
      await migrate(opened.store, pathToFileURL(`${folder}/`));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it.each(STATES)('open when they have those up to $upTo', async (state) => {
    await makeState(state);
    expect(await schemaState(opened.store)).toBe('behind');
    await migrate(opened.store);
    expect(await schemaState(opened.store)).toBe('current');
    expect(await definitions(opened.store)).toEqual(today);
    expect(((await history(opened.store)) as readonly { name: string }[]).map(({ name }) => name)).toEqual(
      (latest as readonly { name: string }[]).map(({ name }) => name),
    );
  });

  it('keep traffic that was counted by model, engine, node and code at once', async () => {
    await makeState({ upTo: '0069', former: [...COMMENTS, '0065_traffic'] });
    await sql`insert into traffic values
      (60, '2026-11-26T12:50:00Z', 'M', 'one', 'node_1', 'completed', 3, 30, 6, '{1,2}', '{0,0,3}'),
      (60, '2026-11-26T12:50:00Z', 'M', 'two', 'node_1', 'completed', 1, 10, 2, '{1}', '{0,1}'),
      (60, '2026-11-26T12:50:00Z', 'N', 'one', 'node_2', 'rate_limited', 5, 0, 0, '{}', '{}')`.execute(
      opened.store.db,
    );
    await migrate(opened.store);
    const { rows } = await sql`
      select split_by || ' ' || name as of, requests, errors, input_tokens, output_tokens, first_output::text, duration::text
      from traffic order by 1`.execute(opened.store.db);
    expect(rows.map((row) => Object.values(row as object).join(' '))).toEqual([
      'code completed 4 0 40 8 {2,2} {0,1,3}',
      'code rate_limited 5 5 0 0 {} {}',
      'engine one 8 5 30 6 {1,2} {0,0,3}',
      'engine two 1 0 10 2 {1} {0,1}',
      'model M 4 0 40 8 {2,2} {0,1,3}',
      'model N 5 5 0 0 {} {}',
      'node node_1 4 0 40 8 {2,2} {0,1,3}',
      'node node_2 5 5 0 0 {} {}',
    ]);
  });

  it.runIf(database.kind === 'postgres')('are changed once by processes that start together', async () => {
    await makeState({ upTo: '0069', former: [...COMMENTS, '0065_traffic'] });
    await Promise.all([migrate(opened.store), migrate(opened.store), migrate(opened.store)]);
    expect(await definitions(opened.store)).toEqual(today);
  });
});
