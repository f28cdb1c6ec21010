import { auditChange, differences } from '#features/audit';
import { newId } from '#kit';
import type { OrganizationScope } from '#store';
import { applyDirectoryRoles } from '../roles/apply-directory-roles.ts';
import type { DirectoryChange } from '../run-directory-change.ts';
import type { GroupAttributes } from '../scim/group-attributes.ts';
import { scimError } from '../scim/scim-error.ts';
import { addGroupMembers, countMembers, removeGroupMembers } from '../store/group-members.ts';
import {
  deleteGroupRow,
  findGroupNamesake,
  insertGroup,
  setGroup,
  type StoredGroup,
} from '../store/groups.ts';

/** Makes a group, which gives nothing yet (SCIM-15, SCIM-16). Throws 400 `invalidValue`, 409 `uniqueness`. */
export async function createGroup(change: DirectoryChange, sent: GroupAttributes): Promise<string> {
  const { scope, nowMs } = change;
  await requireUniqueGroup(scope, sent.externalId, undefined);
  await requireMembers(scope, [...sent.members]);
  const id = newId('dirgrp_', nowMs);
  await insertGroup(scope, {
    id,
    display_name: sent.displayName,
    external_id: sent.externalId,
    role: null,
    created_at: nowMs,
    updated_at: nowMs,
  });
  await addGroupMembers(scope, id, [...sent.members]);
  await auditChange(change, {
    event: 'directory_group.created',
    resource: { type: 'directory_group', id },
    changes: { ...differences({}, namesOf(sent)), ...memberChanges([], [...sent.members]) },
  });
  return id;
}

/** Brings a group to what the directory sent. Throws 400 `invalidValue`, 409 `uniqueness`. */
export async function changeGroup(
  change: DirectoryChange,
  group: StoredGroup,
  { before, after }: { readonly before: ReadonlySet<string>; readonly after: GroupAttributes },
): Promise<void> {
  const { scope, nowMs } = change;
  const added = [...after.members].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !after.members.has(id));
  const renamed = differences(
    namesOf({ displayName: group.display_name, externalId: group.external_id }),
    namesOf(after),
  );
  const changes = { ...renamed, ...memberChanges(removed, added) };
  if (Object.keys(changes).length === 0) return;
  await requireUniqueGroup(scope, after.externalId, group.id);
  await requireMembers(scope, added);
  await setGroup(scope, group.id, {
    display_name: after.displayName,
    external_id: after.externalId,
    updated_at: nowMs,
  });
  if (added.length > 0) await addGroupMembers(scope, group.id, added);
  if (removed.length > 0) await removeGroupMembers(scope, group.id, removed);
  await auditChange(change, {
    event: 'directory_group.updated',
    resource: { type: 'directory_group', id: group.id },
    changes,
  });
  if (isMapped(group)) await applyDirectoryRoles(change, [...added, ...removed]);
}

/** Its members lose what it gave them (D-SCIM-9). */
export async function deleteGroup(
  change: DirectoryChange,
  group: StoredGroup,
  members: ReadonlySet<string>,
): Promise<void> {
  const { scope } = change;
  await deleteGroupRow(scope, group.id);
  await auditChange(change, {
    event: 'directory_group.deleted',
    resource: { type: 'directory_group', id: group.id },
    changes: { display_name: { from: group.display_name, to: null } },
  });
  if (isMapped(group)) await applyDirectoryRoles(change, [...members]);
}

function isMapped({ role, workspaces }: StoredGroup): boolean {
  return role !== null || workspaces.length > 0;
}

async function requireMembers(scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await countMembers(scope, ids)) !== ids.length)
    throw scimError('invalidValue', 'members are ids of users of this organization.');
}

/** An external id that stays as it is passes as well, since it is this group's. */
async function requireUniqueGroup(
  scope: OrganizationScope,
  externalId: string | null,
  id: string | undefined,
): Promise<void> {
  if (externalId === null) return;
  const namesake = await findGroupNamesake(scope, externalId);
  if (namesake && namesake.id !== id)
    throw scimError('uniqueness', 'A group has this externalId. Find it by a filter and change it.');
}

function namesOf({ displayName, externalId }: Pick<GroupAttributes, 'displayName' | 'externalId'>) {
  return { display_name: displayName, external_id: externalId };
}

/** An event of ten thousand ids could be shown nowhere. */
const AUDITED_MEMBERS = 100;

/** Who left and who came, the first of each, with the number of all. */
function memberChanges(removed: readonly string[], added: readonly string[]) {
  if (removed.length + added.length === 0) return {};
  return {
    members: { from: removed.slice(0, AUDITED_MEMBERS), to: added.slice(0, AUDITED_MEMBERS) },
    members_changed: { from: removed.length, to: added.length },
  };
}
