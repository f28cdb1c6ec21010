import { queryOptions } from '@tanstack/react-query';
import type { Group } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

export const GROUPS = ['groups'] as const;

interface GroupSettings {
  readonly name: string;
  readonly user_ids: readonly string[];
}

export const groupList = () =>
  listOptions<Group>([...GROUPS, 'list'], (query, options) => call('listGroups', { query, ...options }));

export const groupChoicesOptions = queryOptions({
  queryKey: [...GROUPS, 'choices'],
  queryFn: ({ signal }) =>
    readWhole<Group>((query, options) => call('listGroups', { query, ...options }), { signal }),
});

export const createGroup = (body: GroupSettings) => call('createGroup', { body });
export const updateGroup = (id: string, body: Partial<GroupSettings>) =>
  call('updateGroup', { path: { group_id: id }, body });
export const deleteGroup = (id: string) => call('deleteGroup', { path: { group_id: id } });
