import type { DatabaseThread } from './database-thread.ts';

/** Heaps that grew beyond it are made anew: a scan of what is dead in them would cost more. */
const LARGE_BYTES = 262_144;
const IN_PUBLIC = `relnamespace = 'public'::regnamespace`;

const TABLES = `select coalesce(json_agg(relname::text order by relname), '[]') from pg_class where ${IN_PUBLIC} and relkind in ('r', 'p')`;

/** All that statements can change and \`delete\` cannot: definitions, settings, statistics. */
const SHAPE = `select md5(concat(
  (select string_agg(concat_ws(' ', relname, relkind, relnatts, relpersistence, reloptions), ',' order by relname) from pg_class where ${IN_PUBLIC}),
  (select string_agg(concat_ws(' ', relname, attname, atttypid, atttypmod, attnotnull, atthasdef, attisdropped), ',' order by relname, attnum)
    from pg_attribute join pg_class c on c.oid = attrelid where ${IN_PUBLIC}),
  (select string_agg(concat_ws(' ', conname, contype, convalidated, conkey), ',' order by conname) from pg_constraint
    where connamespace = 'public'::regnamespace),
  (select string_agg(concat_ws(' ', tgname, tgenabled), ',' order by tgname) from pg_trigger where not tgisinternal),
  (select string_agg(concat_ws(' ', proname, md5(prosrc)), ',' order by proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace),
  (select string_agg(nspname, ',' order by nspname) from pg_namespace),
  (select string_agg(rolname, ',' order by rolname) from pg_roles),
  (select count(*) from pg_db_role_setting),
  (select count(*) from pg_statistic join pg_class c on c.oid = starelid where ${IN_PUBLIC})
))`;

/** A database as it was when it was made. */
export interface EmptyDatabase {
  readonly tables: readonly string[];
  readonly shape: string;
  /** Rows that the migrations wrote, by table. */
  readonly rows: Readonly<Record<string, string>>;
}

export async function describeEmptyDatabase(thread: DatabaseThread): Promise<EmptyDatabase> {
  const tables = JSON.parse(await thread.ask(TABLES)) as string[];
  const rows: Record<string, string> = {};
  for (const table of tables) {
    const json = await thread.ask(`select json_agg(t) from "${table}" t`);
    if (json !== '') rows[table] = json;
  }
  return { tables, shape: await thread.ask(SHAPE), rows };
}

/** Makes the database what it was. False when a statement changed more than rows: then it is of no use any more. */
export async function emptyDatabase(thread: DatabaseThread, empty: EmptyDatabase): Promise<boolean> {
  try {
    await thread.ask('discard all');
    const all = JSON.parse(await thread.ask(TABLES)) as string[];
    // The tables of months are made as time goes by.
    const added = all.filter((table) => !empty.tables.includes(table));
    await thread.ask(resetStatements(added, empty));
    return (await thread.ask(SHAPE)) === empty.shape;
  } catch {
    return false;
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function resetStatements(added: readonly string[], { tables, rows }: EmptyDatabase): string {
  return [
    'begin',
    // Neither triggers nor foreign keys: every row goes.
    'set local session_replication_role = replica',
    ...added.map((table) => `drop table "${table}"`),
    ...tables.map((table) => `delete from "${table}"`),
    `do $$ declare large text; begin
      select string_agg(oid::regclass::text, ', ') into large from pg_class
        where ${IN_PUBLIC} and relkind = 'r' and pg_relation_size(oid) > ${LARGE_BYTES};
      if large is not null then execute 'truncate ' || large || ' cascade'; end if;
    end $$`,
    `do $$ declare own record; begin
      for own in select oid::regclass as name from pg_class where ${IN_PUBLIC} and relkind = 'S' loop
        execute format('alter sequence %s restart', own.name);
      end loop;
    end $$`,
    ...Object.entries(rows).map(
      ([table, json]) =>
        `insert into "${table}" select * from json_populate_recordset(null::"${table}", ${literal(json)})`,
    ),
    'commit',
  ].join(';\n');
}
