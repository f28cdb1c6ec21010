import { sql, type RawBuilder } from 'kysely';
import { hasWords, type OrganizationScope } from '#store';

/**
 * What people call the things of one kind that events are about, by their ids. Never of another organization, wherever an id of an event
 * points.
 */
export type ResourceNames = (
  scope: OrganizationScope,
) => RawBuilder<{ readonly id: string; readonly name: string }>;

type Kinds = readonly ResourceNames[];

function namesIn(scope: OrganizationScope, kinds: Kinds) {
  return sql<{ id: string; name: string }>`(${sql.join(
    kinds.map((names) => names(scope)),
    sql` union all `,
  )})`;
}

/** The names of those that there still are. */
export async function findNames(
  scope: OrganizationScope,
  kinds: Kinds,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ readonly id: string; readonly name: string }>`
    select id, name from ${namesIn(scope, kinds)} as named where id in (${sql.join(ids)})`.execute(scope.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The text itself, which may be an id, and the ids of what has these words in its name, each once. */
export async function findIdsNamed(
  scope: OrganizationScope,
  kinds: Kinds,
  text: string,
): Promise<readonly string[]> {
  const named = namesIn(scope, kinds);
  const { rows } = await sql<{ readonly id: string }>`
    select ${text}::text as id union
    select id from ${named} as named where ${hasWords(text, [{ value: sql`named.name` }])}`.execute(scope.db);
  return rows.map(({ id }) => id);
}
