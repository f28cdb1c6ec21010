import {
  ApiError,
  type ManagedOrganization,
  type ManagedOrganizationUpdate,
  type OrganizationCreation,
  type OrganizationDeclaration,
} from '@svc/contract';
import type { Kysely } from 'kysely';
import { auditChange, differences } from '#features/audit';
import type { ModelCatalog } from '#features/models';
import type { OperatorChange } from '#features/module';
import { changeByOperator, createOrganization, updateOrganizationRow } from '#features/organization';
import { DEFAULT_WORKSPACE_NAME, insertWorkspace } from '#features/workspaces';
import type { Tables } from '#store';
import { readManagedOrganization, requireExternalId, toSettings } from './managed-organization.ts';
import { requireRateLimits } from './require-rate-limits.ts';
import { findByExternalId, lockExternalId, setByOperator } from './store.ts';

export interface PlanDeps {
  readonly catalog: () => ModelCatalog;
}

/** What is told of a new organization; settings that are left out take their defaults. */
interface InsertedOrganization extends ManagedOrganizationUpdate {
  readonly name: string;
  readonly plan: string;
  readonly externalId: string | null;
}

/** Throws 400 for an unknown plan, 409 for an external id that another organization has. */
export async function createManagedOrganization(
  deps: PlanDeps,
  change: OperatorChange,
  { external_id: externalId, ...declared }: OrganizationCreation,
): Promise<ManagedOrganization> {
  if (externalId !== null) {
    await lockExternalId(change.db, externalId);
    if (await findByExternalId(change.db, externalId))
      throw new ApiError('resource_conflict', {
        param: 'external_id',
        message:
          'Another organization already uses this external_id. Update that organization or choose another id.',
      });
  }
  return create(deps, change, externalId, declared);
}

/**
 * The organization with this external id becomes what is declared: two who declare the same at once make one. What is left out takes its
 * default, so that the same request always leads to the same organization; a status that is left out stays.
 */
export async function setByExternalId(
  deps: PlanDeps,
  change: OperatorChange,
  externalId: string,
  declared: OrganizationDeclaration,
): Promise<{ readonly organization: ManagedOrganization; readonly isNew: boolean }> {
  requireExternalId(externalId);
  await lockExternalId(change.db, externalId);
  const found = await findByExternalId(change.db, externalId);
  const organization = found
    ? await updateManagedOrganization(deps, change, found.id, declared)
    : await create(deps, change, externalId, declared);
  return { organization, isNew: !found };
}

async function create(
  deps: PlanDeps,
  { db, nowMs, note }: OperatorChange,
  externalId: string | null,
  declared: OrganizationDeclaration,
): Promise<ManagedOrganization> {
  requirePlan(deps, declared.plan);
  requireRateLimits(deps, declared.rate_limits, nowMs);
  const { name, plan, rate_tier, rate_limits } = declared;
  const id = await insertOrganization(db, { ...declared, externalId }, nowMs);
  await setByOperator(db, id, { rate_tier, rate_limits });
  const changes = differences(
    { name: null, plan: null, status: null },
    { name, plan, status: declared.status ?? 'active' },
  );
  await note({
    event: 'organization.created',
    resource: { type: 'organization', id },
    organizationId: id,
    changes,
  });
  return readManagedOrganization(db, id);
}

/** The rows of a new organization. It has no members yet. */
export async function insertOrganization(
  trx: Kysely<Tables>,
  { externalId, ...declared }: InsertedOrganization,
  nowMs: number,
): Promise<string> {
  const { name, plan } = declared;
  const id = await createOrganization(trx, { ...toSettings(declared), name, plan, externalId }, nowMs);
  await insertWorkspace(trx, { organizationId: id, name: DEFAULT_WORKSPACE_NAME, isDefault: true }, nowMs);
  return id;
}

/** Changes the settings that are given, and tells the organization which. A suspended one is refused from the next request on. */
export async function updateManagedOrganization(
  deps: PlanDeps,
  by: OperatorChange,
  id: string,
  update: ManagedOrganizationUpdate,
): Promise<ManagedOrganization> {
  if (update.plan !== undefined) requirePlan(deps, update.plan);
  requireRateLimits(deps, update.rate_limits ?? [], by.nowMs);
  const { db } = by;
  return changeByOperator(by, id, async (change) => {
    const changes = differences({ ...(await readManagedOrganization(db, id)) }, update);
    if (Object.keys(changes).length > 0) {
      await updateOrganizationRow(db, id, toSettings(update));
      await setByOperator(db, id, update);
      const about = {
        event: 'organization.updated',
        resource: { type: 'organization', id },
        changes,
      } as const;
      await auditChange(change, about);
      await by.note({ ...about, organizationId: id });
      change.touchesCredentials = true;
    }
    return readManagedOrganization(db, id);
  });
}

function requirePlan({ catalog }: PlanDeps, plan: string): void {
  if (catalog().plan(plan)) return;
  throw new ApiError('invalid_parameter', {
    param: 'plan',
    message: 'The deployment has no plan with this id. Use a plan id from svc.yaml.',
  });
}
