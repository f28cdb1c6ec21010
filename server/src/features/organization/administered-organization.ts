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
    sso: {
      enabled: row.connection_ids.length > 0,
      required: row.sso_required,
      connection_ids: row.connection_ids,
    },
    code_telemetry: row.code_telemetry,
    created_at: toTimestamp(row.created_at),
  };
}

export interface OrganizationUpdateDeps {
  /** Those of the deployment. */
  readonly dataRegions: readonly string[];
  /** What all modules do when single sign-on is required (`Module.signOnRequired`). */
  readonly signOnRequired: (change: MutationContext) => Promise<void>;
}

/**
 * Changes settings of the organization. Throws 403 `role_required`, and 409 `resource_conflict` where single sign-on is to be required by an
 * owner who has not signed in by it of late (SSO-14).
 */
export async function updateOrganization(
  change: MutationContext,
  update: OrganizationUpdate,
  { dataRegions, signOnRequired }: OrganizationUpdateDeps,
): Promise<Organization> {
  const { name: _, ...ofOwners } = update;
  if (Object.values(ofOwners).some((value) => value !== undefined)) requireOwner(change);
  const { scope } = change;
  const before = await readOrganization(scope, dataRegions);
  const changes = differences({ ...before, sso: { required: before.sso.required } }, { ...update });
  if (Object.keys(changes).length > 0) {
    await setOrganization(scope, update);
    const resource = { type: 'organization', id: scope.organizationId } as const;
    await auditChange(change, { event: 'organization.updated', resource, changes });
    change.touchesCredentials = true;
    if (update.sso?.required && !before.sso.required) await signOnRequired(change);
  }
  return readOrganization(scope, dataRegions);
}
