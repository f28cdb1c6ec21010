import type { LimitValues } from '@svc/contract';
import { Created, type AdministrationHandlers, type ConsoleHandlers, type Module } from '#features/module';
import { requireOwner } from '#features/organization';
import { listGroups, readGroup, updateGroup } from './groups/manage-groups.ts';
import { previewGroup } from './groups/preview-group.ts';
import { readMemberOrigin } from './members/read-member-origin.ts';
import { reconcileRoles, type ReconcileRolesDeps } from './roles/reconcile-roles.ts';
import { groupNames } from './store/groups.ts';
import { tokenNames } from './store/tokens.ts';
import { createToken, deleteToken, listTokens } from './tokens/manage-tokens.ts';

export interface DirectoryModuleDeps extends ReconcileRolesDeps {
  readonly limits: () => LimitValues;
}

export function directoryModule(deps: DirectoryModuleDeps) {
  const { limits } = deps;
  return {
    administration: {
      createDirectoryToken: async (change, { body }) =>
        new Created(await createToken(change, body, limits().directory_tokens)),
      listDirectoryTokens: async (scope, { query }, { actor }) => {
        requireOwner({ source: { actor } });
        return listTokens(scope, query);
      },
      deleteDirectoryToken: (change, { params }) => deleteToken(change, params.directory_token_id),
      listDirectoryGroups: async (scope, { query }, { actor }) => {
        requireOwner({ source: { actor } });
        return listGroups(scope, query);
      },
      readDirectoryGroup: async (scope, { params }, { actor }) => {
        requireOwner({ source: { actor } });
        return readGroup(scope, params.directory_group_id);
      },
      updateDirectoryGroup: (change, { params, body }) =>
        updateGroup(change, params.directory_group_id, body),
    } satisfies Partial<AdministrationHandlers>,
    console: {
      previewDirectoryGroup: (scope, { params, body }) =>
        previewGroup(scope, params.directory_group_id, body.role),
      readMemberOrigin: (scope, { params }) => readMemberOrigin(scope, params.user_id),
    } satisfies Partial<ConsoleHandlers>,
    jobs: [reconcileRoles(deps)],
    names: [tokenNames, groupNames],
  } satisfies Module;
}
