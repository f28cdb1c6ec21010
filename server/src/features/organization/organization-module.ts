import type { LimitValues } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { MutationContext } from '#features/audit';
import type { Outbox } from '#features/mail';
import {
  Created,
  organizationCache,
  type AdministrationHandlers,
  type ConsoleHandlers,
  type Module,
} from '#features/module';
import type { Clock } from '#kit';
import { readOrganization, updateOrganization } from './administered-organization.ts';
import { listInvites, readInvite } from './invites.ts';
import { createInvite, deleteInvite } from './manage-invites.ts';
import { removeUser, updateUser } from './manage-users.ts';
import type { OrganizationDirectory } from './organization-directory.ts';
import { inviteNames } from './store/invites.ts';
import { memberNames } from './store/members.ts';
import { organizationNames } from './store/organizations.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { listUsers, readUser, searchUsers } from './users.ts';

export interface OrganizationModuleDeps {
  readonly clock: Clock;
  readonly deployment: () => DeploymentConfig;
  readonly limits: () => LimitValues;
  readonly outbox: Pick<Outbox, 'seal'>;
  readonly organizations: OrganizationDirectory;
  /** What all modules do with a member's things (`Module.memberRemoved`). */
  readonly memberRemoved: (change: MutationContext, userId: string) => Promise<void>;
  /** What they do when single sign-on is required (`Module.signOnRequired`). */
  readonly signOnRequired: (change: MutationContext) => Promise<void>;
}

export function organizationModule(deps: OrganizationModuleDeps) {
  const { clock, deployment, limits } = deps;
  const regions = (): readonly string[] => deployment().data_regions;
  return {
    administration: {
      readOrganization: (scope) => readOrganization(scope, regions()),
      updateOrganization: (change, { body }) =>
        updateOrganization(change, body, { dataRegions: regions(), signOnRequired: deps.signOnRequired }),
      listUsers: (scope, { query }) => listUsers(scope, query),
      readUser: (scope, { params }) => readUser(scope, params.user_id),
      updateUser: (change, { params, body }) => updateUser(change, params.user_id, body.role),
      removeUser: async (change, { params }) => {
        const removed = await removeUser(change, params.user_id);
        await deps.memberRemoved(change, params.user_id);
        return removed;
      },
      createInvite: async (change, { body }) =>
        new Created(await createInvite(change, body, { days: limits().invite_days, seal: deps.outbox.seal })),
      listInvites: (scope, { query }) => listInvites(scope, query, clock.nowMs()),
      readInvite: (scope, { params }) => readInvite(scope, params.invite_id, clock.nowMs()),
      deleteInvite: (change, { params }) => deleteInvite(change, params.invite_id),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      searchUsers: (scope, { query }) => searchUsers(scope, query),
      transferOwnership: (change, { body }) => transferOwnership(change, body.user_id, regions()),
    } satisfies Partial<ConsoleHandlers>,
    caches: [organizationCache(deps.organizations)],
    names: [organizationNames, memberNames, inviteNames],
  } satisfies Module;
}
