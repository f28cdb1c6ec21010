export interface UsedDatabase {
  readonly kind: 'embedded' | 'postgres';
  /** Runs statements. Answers the first field of the first row, empty when there is none. Throws what the database says. */
  ask(text: string): Promise<string>;
}

/** Heaps that grew beyond it are made again: a scan of what is dead in them would cost more. */
const LARGE_BYTES = 262_144;
const IN_PUBLIC = `relnamespace = 'public'::regnamespace`;

const TABLES = `select coalesce(json_agg(relname::text order by relname), '[]') from pg_class where ${IN_PUBLIC} and relkind in ('r', 'p')`;

/** A server has roles of everybody, and takes statistics by itself. */
const EMBEDDED_SHAPE = `,
  (select string_agg(rolname, ',' order by rolname) from pg_roles),
  (select count(*) from pg_statistic join pg_class c on c.oid = starelid where ${IN_PUBLIC})`;

/** All that statements can change and \`delete\` cannot: definitions, settings, statistics. */
const shape = (kind: UsedDatabase['kind']) => `select md5(concat(
  (select string_agg(concat_ws(' ', relname, relkind, relnatts, relpersistence, reloptions), ',' order by relname) from pg_class where ${IN_PUBLIC}),
  (select string_agg(concat_ws(' ', relname, attname, atttypid, atttypmod, attnotnull, atthasdef, attisdropped), ',' order by relname, attnum)
    from pg_attribute join pg_class c on c.oid = attrelid where ${IN_PUBLIC}),
  (select string_agg(concat_ws(' ', conname, contype, convalidated, conkey), ',' order by conname) from pg_constraint
    where connamespace = 'public'::regnamespace),
  (select string_agg(concat_ws(' ', tgname, tgenabled), ',' order by tgname) from pg_trigger where not tgisinternal),
  (select string_agg(concat_ws(' ', proname, md5(prosrc)), ',' order by proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace),
  (select string_agg(nspname, ',' order by nspname) from pg_namespace),
  (select count(*) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database()))
  ${kind === 'embedded' ? EMBEDDED_SHAPE : ''}
))`;

/** A database as it was when it was made. */
export interface EmptyDatabase {
  readonly tables: readonly string[];
  readonly shape: string;
  /** Rows that the migrations wrote, by table. */
  readonly rows: Readonly<Record<string, string>>;
}

export async function describeEmptyDatabase(database: UsedDatabase): Promise<EmptyDatabase> {
  const tables = JSON.parse(await database.ask(TABLES)) as string[];
  const rows: Record<string, string> = {};
  for (const table of tables) {
    const json = await database.ask(`select json_agg(t) from "${table}" t`);
    if (json !== '') rows[table] = json;
  }
  return { tables, shape: await database.ask(shape(database.kind)), rows };
}

/** What `discard all` does but for prepared statements: the thread of an embedded database goes on with those it prepared. */
const RESET_SESSION = [
  'close all; set session authorization default; reset all; unlisten *; select pg_advisory_unlock_all()',
  'discard plans; discard temp; discard sequences',
].join('; ');

/** Makes the database what it was. False when a statement changed more than rows: then it is of no use any more. */
export async function emptyDatabase(database: UsedDatabase, empty: EmptyDatabase): Promise<boolean> {
  try {
    await database.ask(RESET_SESSION);
    const all = JSON.parse(await database.ask(TABLES)) as string[];
    // The tables of months are made as time goes by.
    const added = all.filter((table) => !empty.tables.includes(table));
    await database.ask(resetStatements(added, empty, database.kind));
    return (await database.ask(shape(database.kind))) === empty.shape;
  } catch {
    return false;
  }
}

/** What the server found out about rows by itself. As it would plan for a table that it has not looked at. */
const FORGET_STATISTICS = [
  `delete from pg_statistic using pg_class c where c.oid = starelid and ${IN_PUBLIC}`,
  `update pg_class set relpages = 0, reltuples = -1, relallvisible = 0 where ${IN_PUBLIC} and relkind = 'r' and reltuples <> -1`,
];

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function resetStatements(
  added: readonly string[],
  { rows }: EmptyDatabase,
  kind: UsedDatabase['kind'],
): string {
  return [
    'begin',
    // Neither triggers nor foreign keys: every row goes.
    'set local session_replication_role = replica',
    ...added.map((table) => `drop table "${table}"`),
    `do $$ declare own record; large text; begin
      for own in select c.oid::regclass as name, seqstart, pg_relation_size(c.oid) as bytes from pg_class c
        left join pg_sequence on seqrelid = c.oid where ${IN_PUBLIC} and relkind in ('r', 'S') loop
        if own.seqstart is not null then perform setval(own.name, own.seqstart, false);
        elsif own.bytes > ${LARGE_BYTES} then large := concat_ws(', ', large, own.name);
        -- Most tables never had a row, and each statement takes its time.
        elsif own.bytes > 0 then execute format('delete from %s', own.name);
        end if;
      end loop;
      if large is not null then execute 'truncate ' || large || ' cascade'; end if;
    end $$`,
    ...(kind === 'postgres' ? FORGET_STATISTICS : []),
    ...Object.entries(rows).map(
      ([table, json]) =>
        `insert into "${table}" select * from json_populate_recordset(null::"${table}", ${literal(json)})`,
    ),
    'commit',
  ].join(';\n');
}
