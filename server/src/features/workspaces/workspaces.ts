import { ApiError, type Workspace, type WorkspaceQuery, type WorkspaceSearch } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import {
  findSearchedWorkspaces,
  findWorkspace,
  findWorkspacePage,
  type AdministeredWorkspace,
} from './store/administered-workspaces.ts';

/** Platform contract §4.3. */
export function listWorkspaces(scope: OrganizationScope, query: WorkspaceQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findWorkspacePage(scope, { includeArchived: query.include_archived === 'true' }, page),
    hasPlace: isWellFormedId('workspace'),
    toItem: toWorkspace,
    idOf: ({ id }) => id,
  });
}

/** The same workspaces, searched and sorted. */
export function searchWorkspaces(scope: OrganizationScope, query: WorkspaceSearch): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findSearchedWorkspaces(scope, query, page),
    hasPlace: async (id) => (await findWorkspace(scope, id)) !== undefined,
    toItem: toWorkspace,
    idOf: ({ id }) => id,
  });
}

export async function readWorkspace(scope: OrganizationScope, id: string): Promise<Workspace> {
  return toWorkspace(await requireWorkspace(scope, id));
}

/** Throws 404 for any id that is not a workspace of this organization. */
export async function requireWorkspace(scope: OrganizationScope, id: string): Promise<AdministeredWorkspace> {
  const workspace = await findWorkspace(scope, id);
  if (!workspace) throw new ApiError('workspace_not_found');
  return workspace;
}

/** The same for what sets something in it: an archived workspace stays as it is, 409 `resource_conflict` (D-WORK-2). */
export async function requireActiveWorkspace(
  scope: OrganizationScope,
  id: string,
): Promise<AdministeredWorkspace> {
  const workspace = await requireWorkspace(scope, id);
  if (workspace.archived_at !== null)
    throw new ApiError('resource_conflict', { message: 'The workspace is archived. Unarchive it first.' });
  return workspace;
}

export function toWorkspace(row: AdministeredWorkspace): Workspace {
  return {
    id: row.id,
    type: 'workspace',
    name: row.name,
    description: row.description,
    is_default: row.is_default,
    data_region: row.data_region,
    allowed_ips: row.allowed_ips,
    spend_limit_usd: row.limit_nanos === null ? null : nanosToDecimal(row.limit_nanos),
    rate_limits: [...row.rate_limits],
    archived_at: row.archived_at === null ? null : toTimestamp(row.archived_at),
    created_at: toTimestamp(row.created_at),
  };
}
