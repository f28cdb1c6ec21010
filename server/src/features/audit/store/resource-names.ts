import { sql } from 'kysely';
import { hasWords, type OrganizationScope } from '#store';

/** What people call the things that events are about. Never of another organization, wherever an id of an event points. */
function namesIn({ organizationId }: OrganizationScope) {
  return sql<{ id: string; name: string }>`(
    select id, name from organizations where id = ${organizationId}
    union all select id, name from api_keys where organization_id = ${organizationId}
    union all select id, name from admin_keys where organization_id = ${organizationId}
    union all select id, name from workspaces where organization_id = ${organizationId}
    union all select u.id, u.name from members m join users u on u.id = m.user_id where m.organization_id = ${organizationId}
    union all select id, email from invites where organization_id = ${organizationId}
    union all select id, name from member_groups where organization_id = ${organizationId}
    union all select id, filename from files where organization_id = ${organizationId}
    union all select id, url from webhooks where organization_id = ${organizationId}
    union all select id, name from tunnels where organization_id = ${organizationId}
    union all select id, name from prompt_templates where organization_id = ${organizationId}
    union all select id, name from plugins where organization_id = ${organizationId})`;
}

/** The names of those that there still are. */
export async function findNames(
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ readonly id: string; readonly name: string }>`
    select id, name from ${namesIn(scope)} as named where id in (${sql.join(ids)})`.execute(scope.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The text itself, which may be an id, and the ids of what has these words in its name, each once. */
export async function findIdsNamed(scope: OrganizationScope, text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select ${text}::text as id union
    select id from ${namesIn(scope)} as named where ${hasWords(text, [{ value: sql`named.name` }])}`.execute(
    scope.db,
  );
  return rows.map(({ id }) => id);
}
