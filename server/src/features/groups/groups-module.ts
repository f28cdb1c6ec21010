import type { LimitValues } from '@svc/contract';
import { Created, type ConsoleHandlers, type Module } from '#features/module';
import { listGroups, readGroup } from './groups.ts';
import { createGroup, deleteGroup, updateGroup } from './manage-groups.ts';
import { groupNames } from './store.ts';

export function groupsModule({ limits }: { readonly limits: () => LimitValues }) {
  return {
    console: {
      listGroups: (scope, { query }) => listGroups(scope, query),
      createGroup: async (change, { body }) =>
        new Created(await createGroup(change, body, limits().groups_per_organization)),
      readGroup: (scope, { params }) => readGroup(scope, params.group_id),
      updateGroup: (change, { params, body }) => updateGroup(change, params.group_id, body),
      deleteGroup: (change, { params }) => deleteGroup(change, params.group_id),
    } satisfies Partial<ConsoleHandlers>,
    names: [groupNames],
  } satisfies Module;
}
