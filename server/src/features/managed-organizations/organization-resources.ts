import type { Kysely } from 'kysely';
import { listAdminKeys, listManagedKeys } from '#features/keys';
import type { OperatorHandlers } from '#features/module';
import { listSpendLimits } from '#features/spend-limits';
import { listManagedWorkspaces } from '#features/workspaces';
import type { Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { readManagedOrganization } from './managed-organization.ts';
import { readOrganizationSpendLimit, setOrganizationSpendLimit } from './organization-spend-limit.ts';
import { revokeManagedAdminKey, revokeManagedKey } from './revoke-keys.ts';

/** What an organization has, as operators see it, and the little of it that they change. */
export function organizationResources(clock: Pick<Clock, 'nowMs'>) {
  return {
    listManagedWorkspaces: async (db, { params, query }) =>
      listManagedWorkspaces(await scopeOf(db, params.organization_id), query, clock.nowMs()),
    listManagedKeys: async (db, { params, query }) =>
      listManagedKeys(await scopeOf(db, params.organization_id), query, clock.nowMs()),
    revokeManagedKey: (change, { params }) =>
      revokeManagedKey(change, params.organization_id, params.api_key_id),
    listManagedAdminKeys: async (db, { params, query }) =>
      listAdminKeys(await scopeOf(db, params.organization_id), query),
    revokeManagedAdminKey: (change, { params }) =>
      revokeManagedAdminKey(change, params.organization_id, params.key_id),
    listManagedSpendLimits: async (db, { params, query }) =>
      listSpendLimits(await scopeOf(db, params.organization_id), query, clock.nowMs()),
    readOrganizationSpendLimit: async (db, { params }) =>
      readOrganizationSpendLimit(await scopeOf(db, params.organization_id), clock.nowMs()),
    setOrganizationSpendLimit: (change, { params, body }) =>
      setOrganizationSpendLimit(change, params.organization_id, body),
  } satisfies Partial<OperatorHandlers>;
}

/** Throws 404 `organization_not_found`. */
async function scopeOf(db: Kysely<Tables>, id: string): Promise<OrganizationScope> {
  await readManagedOrganization(db, id);
  return new OrganizationScope(db, id);
}
