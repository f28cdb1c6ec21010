import { ApiError, type Group } from '@svc/contract';
import { listPage, isWellFormedId, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findGroup, findGroupPage, type StoredGroup } from './store.ts';

export function listGroups(scope: OrganizationScope, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findGroupPage(scope, page),
    hasPlace: isWellFormedId('group'),
    toItem: toGroup,
    idOf: ({ id }) => id,
  });
}

/** Throws 404 for any id that is not a group of this organization. */
export async function readGroup(scope: OrganizationScope, id: string): Promise<Group> {
  const group = await findGroup(scope, id);
  if (!group) throw new ApiError('group_not_found');
  return toGroup(group);
}

function toGroup(group: StoredGroup): Group {
  return {
    id: group.id,
    type: 'group',
    name: group.name,
    user_ids: [...group.user_ids],
    created_at: toTimestamp(group.created_at),
  };
}
