import { ApiError, type Group, type GroupCreation, type GroupUpdate } from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { findSpendLimit, deleteSpendLimit } from '#features/spend-limits';
import { readGroup } from './groups.ts';
import {
  countGroups,
  deleteGroupRow,
  findMemberIds,
  insertGroup,
  isGroupNameTaken,
  setGroupMembers,
  setGroupName,
} from './store.ts';

/** Makes a group of members of the organization. */
export async function createGroup(
  change: MutationContext,
  { name, user_ids: userIds }: GroupCreation,
  mostGroups: number,
): Promise<Group> {
  const { scope, nowMs } = change;
  const members = await acceptMembers(change, userIds);
  await requireFreeName(change, name);
  if ((await countGroups(scope)) >= mostGroups)
    throw new ApiError('resource_conflict', {
      message: `The organization already has ${mostGroups} groups. Delete one first.`,
    });
  const id = await insertGroup(scope, name, nowMs);
  await setGroupMembers(scope, id, members);
  const changes = differences({ name: null, user_ids: [] }, { name, user_ids: members });
  await auditChange(change, { event: 'group.created', resource: { type: 'group', id }, changes });
  return readGroup(scope, id);
}

export async function updateGroup(change: MutationContext, id: string, update: GroupUpdate): Promise<Group> {
  const { scope } = change;
  const members = update.user_ids && (await acceptMembers(change, update.user_ids));
  const before = await readGroup(scope, id);
  const changes = differences({ ...before }, { name: update.name, user_ids: members });
  if (Object.keys(changes).length === 0) return before;
  if (update.name !== undefined && update.name !== before.name) {
    await requireFreeName(change, update.name);
    await setGroupName(scope, id, update.name);
  }
  if (members) await setGroupMembers(scope, id, members);
  await auditChange(change, { event: 'group.updated', resource: { type: 'group', id }, changes });
  // The group's spend limit binds others now.
  if (members) change.touchesCredentials = true;
  return readGroup(scope, id);
}

/** Deletes a group and the spend limit that was set for it. Its members stay. */
export async function deleteGroup(change: MutationContext, id: string): Promise<object> {
  const { scope } = change;
  const { name } = await readGroup(scope, id);
  const limit = await findSpendLimit(scope, { scope: 'group', groupId: id });
  if (limit) await deleteSpendLimit(change, limit.id);
  await deleteGroupRow(scope, id);
  await auditChange(change, {
    event: 'group.deleted',
    resource: { type: 'group', id },
    changes: { name: { from: name, to: null } },
  });
  return { id, type: 'group', deleted: true };
}

async function requireFreeName({ scope }: MutationContext, name: string): Promise<void> {
  if (await isGroupNameTaken(scope, name)) throw new ApiError('name_taken', { param: 'name' });
}

/** The ids once each and in order, so that the same members are the same list. */
async function acceptMembers({ scope }: MutationContext, userIds: readonly string[]): Promise<string[]> {
  const known = await findMemberIds(scope, userIds);
  const missing = userIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw new ApiError('user_not_found', { param: `user_ids[${missing}]` });
  return [...known].toSorted();
}
