import { sql, type Selectable } from 'kysely';
import type { WorkspaceSearch } from '@svc/contract';
import type { ResourceNames } from '#features/audit';
import {
  hasWords,
  readPage,
  readSortedPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';

/** A workspace with the limits that are kept elsewhere. */
export type AdministeredWorkspace = Selectable<Tables['workspaces']> & {
  readonly limit_nanos: number | null;
  readonly rate_limits: readonly { readonly model: string; readonly requests_per_minute: number }[];
};

export function findWorkspacePage(
  scope: OrganizationScope,
  { includeArchived }: { readonly includeArchived: boolean },
  page: PageRequest,
): Promise<Page<AdministeredWorkspace>> {
  const all = workspacesOf(scope);
  const wanted = includeArchived ? all : all.where('w.archived_at', 'is', null);
  return readPage(wanted, 'w.id', page);
}

const FIELDS = [
  { value: sql<string>`w.name` },
  { value: sql<string>`w.description` },
  { value: sql<string>`w.id`, fromCharacters: 8 },
];

export function findSearchedWorkspaces(
  scope: OrganizationScope,
  { search, sort, order, include_archived: withArchived }: WorkspaceSearch,
  page: PageRequest,
): Promise<Page<AdministeredWorkspace>> {
  let found = workspacesOf(scope);
  if (withArchived === 'false') found = found.where('w.archived_at', 'is', null);
  if (search !== undefined) found = found.where(hasWords(search, FIELDS));
  // Ids begin with their time.
  const by = sort === 'name' ? sql`lower(w.name)` : sql`w.id`;
  return readSortedPage(found, workspacesOf(scope), { by, direction: order }, 'w.id', page);
}

export function findWorkspace(
  scope: OrganizationScope,
  id: string,
): Promise<AdministeredWorkspace | undefined> {
  return workspacesOf(scope).where('w.id', '=', id).executeTakeFirst();
}

export async function countActiveWorkspaces({ db, organizationId }: OrganizationScope): Promise<number> {
  const count = sql<number>`count(*)`.as('count');
  const active = db
    .selectFrom('workspaces')
    .select(count)
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null);
  return (await active.executeTakeFirstOrThrow()).count;
}

/** Whatever the letter case, and whether or not it is archived. */
export async function isNameTaken(
  { db, organizationId }: OrganizationScope,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const same = db.selectFrom('workspaces').select('id').where('organization_id', '=', organizationId);
  const other = same.where(sql`lower(name)`, '=', sql`lower(${name})`).where('id', '<>', exceptId ?? '');
  return (await other.executeTakeFirst()) !== undefined;
}

export interface WorkspaceColumns {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly data_region?: string | undefined;
  readonly allowed_ips?: string[] | undefined;
  readonly archived_at?: number | null | undefined;
}

/** What is undefined stays. */
export async function setWorkspace(
  { db, organizationId }: OrganizationScope,
  id: string,
  columns: WorkspaceColumns,
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Every workspace of the organization. */
export function workspacesOf({ db, organizationId }: OrganizationScope) {
  const rateLimits = sql<AdministeredWorkspace['rate_limits']>`coalesce((
    select jsonb_agg(jsonb_build_object('model', r.model, 'requests_per_minute', r.requests_per_minute) order by r.model)
    from rate_limit_overrides r where r.workspace_id = w.id and r.requests_per_minute is not null), '[]')`;
  return db
    .selectFrom('workspaces as w')
    .leftJoin('spend_limits as l', (join) =>
      join.onRef('l.workspace_id', '=', 'w.id').onRef('l.organization_id', '=', 'w.organization_id'),
    )
    .selectAll('w')
    .select(['l.limit_nanos', rateLimits.as('rate_limits')])
    .where('w.organization_id', '=', organizationId);
}

/** For the audit log. */
export const workspaceNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from workspaces where organization_id = ${organizationId}`;
