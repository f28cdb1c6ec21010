import { ApiError, type SsoConnection } from '@svc/contract';
import { requireDomain } from '#features/domains';
import { findWorkspaces } from '#features/workspaces';
import type { OrganizationScope } from '#store';

/** The domains as they are stored, each once. Throws 404 `domain_not_found` for one that the organization has not (D-SSO-8). */
export async function requireDomains(
  scope: OrganizationScope,
  names: readonly string[],
): Promise<readonly string[]> {
  const domains = new Set<string>();
  for (const [index, name] of names.entries())
    domains.add((await requireDomain(scope, name, `domains[${index}]`)).domain);
  return [...domains];
}

/** Throws 409 `resource_conflict` for a domain that is not verified, or not the organization's any more. */
export async function requireVerified(scope: OrganizationScope, domains: readonly string[]): Promise<void> {
  for (const name of domains) {
    const row = await requireDomain(scope, name, 'domains').catch(() => undefined);
    if (row?.status !== 'verified')
      throw new ApiError('resource_conflict', { message: `The domain ${name} is not verified.` });
  }
}

/** Throws 404 `workspace_not_found` for a workspace that the organization has not (D-SSO-15). */
export async function requireWorkspaces(
  scope: OrganizationScope,
  groups: SsoConnection['group_roles'],
): Promise<void> {
  const known = new Set((await findWorkspaces(scope.db, scope.organizationId)).map(({ id }) => id));
  for (const [at, { workspaces }] of groups.entries()) {
    const missing = workspaces.findIndex(({ workspace_id: id }) => !known.has(id));
    if (missing >= 0)
      throw new ApiError('workspace_not_found', {
        param: `group_roles[${at}].workspaces[${missing}].workspace_id`,
      });
  }
}
