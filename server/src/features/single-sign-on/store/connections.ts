import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

export type ConnectionRow = Selectable<Tables['sso_connections']>;
export type ConnectionChange = Omit<Updateable<Tables['sso_connections']>, 'id' | 'organization_id'>;
export type NewConnection = Omit<Insertable<Tables['sso_connections']>, 'organization_id'>;

export async function insertConnection(
  { db, organizationId }: OrganizationScope,
  connection: NewConnection,
): Promise<void> {
  await db
    .insertInto('sso_connections')
    .values({ ...connection, organization_id: organizationId })
    .execute();
}

export function findConnection(scope: OrganizationScope, id: string): Promise<ConnectionRow | undefined> {
  return connectionsOf(scope).selectAll().where('id', '=', id).executeTakeFirst();
}

export function findConnections(scope: OrganizationScope, page: PageRequest): Promise<Page<ConnectionRow>> {
  return readPage(connectionsOf(scope).selectAll(), 'id', page);
}

/** Another active connection of the organization that has one of the domains. */
export async function findActiveRival(
  scope: OrganizationScope,
  { id, domains }: Pick<ConnectionRow, 'id' | 'domains'>,
): Promise<ConnectionRow | undefined> {
  const active = await connectionsOf(scope)
    .selectAll()
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .execute();
  return active.find((other) => other.domains.some((domain) => domains.includes(domain)));
}

/** The connection of an address, whosever it is: who comes in by it has no credential yet. */
export function findAnyConnection(db: Kysely<Tables>, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom('sso_connections').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The active connection of the organization that has verified the domain. */
export async function findConnectionOfDomain(
  db: Kysely<Tables>,
  domain: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('sso_connections as c')
    .innerJoin('domains as d', 'd.organization_id', 'c.organization_id')
    .selectAll('c')
    .where('d.domain', '=', domain)
    .where('d.status', '=', 'verified')
    .where('c.status', '=', 'active')
    .where(sql<boolean>`c.domains ? d.domain`)
    .executeTakeFirst();
}

/** The role of who joins the organization by each of the domains that an active connection has: that connection's (D-SCIM-2). */
export async function findDefaultRoles(
  scope: OrganizationScope,
  domains: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ConnectionRow['default_role']>> {
  const connections = await connectionsOf(scope)
    .select(['domains', 'default_role'])
    .where('status', '=', 'active')
    .execute();
  return new Map(
    connections.flatMap((connection) =>
      connection.domains
        .filter((domain) => domains.has(domain))
        .map((domain) => [domain, connection.default_role] as const),
    ),
  );
}

/** Whether groups of the directory give the member something (SSO-12, SCIM-17). */
export async function isMappedByDirectory(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<boolean> {
  const group = mappedMembers({ db, organizationId }).where('m.user_id', '=', userId);
  return (await group.limit(1).executeTakeFirst()) !== undefined;
}

/** Members whom groups of the directory give something. */
export async function findMappedByDirectory(scope: OrganizationScope): Promise<ReadonlySet<string>> {
  return new Set((await mappedMembers(scope).distinct().execute()).map(({ user_id: id }) => id));
}

function mappedMembers({ db, organizationId }: Pick<OrganizationScope, 'db' | 'organizationId'>) {
  return db
    .selectFrom('directory_group_members as m')
    .innerJoin('directory_groups as g', 'g.id', 'm.group_id')
    .select('m.user_id')
    .where('m.organization_id', '=', organizationId)
    .where(sql<boolean>`(g.role is not null or g.workspaces <> '[]')`);
}

export async function setConnection(
  { db, organizationId }: OrganizationScope,
  id: string,
  change: ConnectionChange,
): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** With its links and tests. */
export async function deleteConnectionRow(
  { db, organizationId }: OrganizationScope,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('sso_connections')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** For the audit log. */
export const connectionNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from sso_connections where organization_id = ${organizationId}`;

function connectionsOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('sso_connections').where('organization_id', '=', organizationId);
}
