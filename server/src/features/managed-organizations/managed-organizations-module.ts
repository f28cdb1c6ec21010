import type { DeploymentConfig } from '#config';
import { Created, type Module, type OperatorHandlers } from '#features/module';
import { listUsers } from '#features/organization';
import { readRateLimits, type LimitsDeps } from '#features/rate-limits';
import { OrganizationScope } from '#store';
import {
  createManagedOrganization,
  setByExternalId,
  updateManagedOrganization,
} from './change-organizations.ts';
import { createOwnerLink } from './create-owner-link.ts';
import { grantCredits } from './grant-credits.ts';
import { organizationResources } from './organization-resources.ts';
import {
  listManagedOrganizations,
  readByExternalId,
  readManagedOrganization,
} from './managed-organization.ts';

export interface ManagedOrganizationsDeps extends LimitsDeps {
  readonly deployment: () => DeploymentConfig;
  /** Public address of the service. */
  readonly baseUrl: string;
}

/** Organizations as operators manage them. */
export function managedOrganizationsModule(deps: ManagedOrganizationsDeps) {
  return {
    operator: {
      ...organizationResources(deps.clock),
      listManagedOrganizations: (db, { query }) => listManagedOrganizations(db, query),
      createManagedOrganization: async (change, { body }) =>
        new Created(await createManagedOrganization(deps, change, body)),
      readManagedOrganization: (db, { params }) => readManagedOrganization(db, params.organization_id),
      updateManagedOrganization: (change, { params, body }) =>
        updateManagedOrganization(deps, change, params.organization_id, body),
      readOrganizationByExternalId: (db, { params }) => readByExternalId(db, params.external_id),
      setOrganizationByExternalId: async (change, { params, body }) => {
        const { organization, isNew } = await setByExternalId(deps, change, params.external_id, body);
        return isNew ? new Created(organization) : organization;
      },
      grantCredits: async (change, { params, body }) =>
        new Created(await grantCredits(change, params.organization_id, body)),
      readManagedRateLimits: async (db, { params: { organization_id: id } }) => {
        await readManagedOrganization(db, id);
        return readRateLimits(deps, new OrganizationScope(db, id));
      },
      listManagedMembers: async (db, { params: { organization_id: id }, query }) => {
        await readManagedOrganization(db, id);
        return listUsers(new OrganizationScope(db, id), query);
      },
      createOwnerLink: async (change, { params, body }) =>
        new Created(await createOwnerLink(change, params.organization_id, body, deps.baseUrl)),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}
