import { queryOptions } from '@tanstack/react-query';
import type { Group } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

export const GROUPS = ['groups'] as const;

interface GroupSettings {
  readonly name: string;
  readonly user_ids: readonly string[];
}

const pathOf = (id: string) => `/groups/${encodeURIComponent(id)}`;

export const groupList = () =>
  listOptions<Group>([...GROUPS, 'list'], (page, options) =>
    call('GET', '/groups', { query: { ...page }, ...options }),
  );

export const groupChoicesOptions = queryOptions({
  queryKey: [...GROUPS, 'choices'],
  queryFn: ({ signal }) =>
    readWhole<Group>((page, options) => call('GET', '/groups', { query: { ...page }, ...options }), {
      signal,
    }),
});

export const createGroup = (body: GroupSettings) => call<Group>('POST', '/groups', { body });
export const updateGroup = (id: string, body: Partial<GroupSettings>) =>
  call<Group>('PATCH', pathOf(id), { body });
export const deleteGroup = (id: string) => call('DELETE', pathOf(id));
