import { ApiError, type Organization, type OrganizationUpdate } from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { requireOwner } from './authority.ts';
import { loadOrganization, setOrganization } from './store/administered-organization.ts';

/** The organization as its administrators see it (D-ADM-4). `dataRegions` are those of the deployment. */
export async function readOrganization(
  scope: OrganizationScope,
  dataRegions: readonly string[],
): Promise<Organization> {
  const row = await loadOrganization(scope);
  if (!row) throw new ApiError('not_found');
  return {
    id: row.id,
    type: 'organization',
    name: row.name,
    plan: row.plan,
    zero_data_retention: row.zero_data_retention,
    data_regions: [...dataRegions],
    primary_owner_id: row.primary_owner_id,
    mcp_policy: row.mcp_policy,
    allowed_email_domains: row.allowed_email_domains,
    // Single sign-on is not offered (D-CONS-9).
    sso: { enabled: false },
    code_telemetry: row.code_telemetry,
    created_at: toTimestamp(row.created_at),
  };
}

/** Changes settings of the organization. */
export async function updateOrganization(
  change: MutationContext,
  update: OrganizationUpdate,
  dataRegions: readonly string[],
): Promise<Organization> {
  const { name: _, ...ofOwners } = update;
  if (Object.values(ofOwners).some((value) => value !== undefined)) requireOwner(change);
  const { scope } = change;
  const changes = differences(await readOrganization(scope, dataRegions), update);
  if (Object.keys(changes).length > 0) {
    await setOrganization(scope, update);
    const resource = { type: 'organization', id: scope.organizationId } as const;
    await auditChange(change, { event: 'organization.updated', resource, changes });
    change.touchesCredentials = true;
  }
  return readOrganization(scope, dataRegions);
}
