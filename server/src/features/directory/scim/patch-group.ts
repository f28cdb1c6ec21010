import {
  GROUP_NAMES,
  parseMembers,
  requireRoom,
  tooManyMembers,
  type GroupAttributes,
} from './group-attributes.ts';
import type { PatchOperation } from './patch-operations.ts';
import { scimError } from './scim-error.ts';
import { parseText, requireText } from './user-attributes.ts';

/**
 * The group after all operations, or none of them (D-SCIM-4). A remove says whom: a directory that leaves them out must not empty
 * the group (SCIM-10). Throws 400 `invalidValue`, `invalidPath` or `tooMany`.
 */
export function patchGroup(
  group: GroupAttributes,
  operations: readonly PatchOperation[],
  maxMembers: number,
): GroupAttributes {
  const members = new Set(group.members);
  let { displayName, externalId } = group;
  // All may go and as many others come; more in one request only costs time.
  if (countNamed(operations) > 2 * maxMembers) throw tooManyMembers(maxMembers);
  for (const operation of operations) {
    const name = GROUP_NAMES.get(operation.path.attribute);
    if (name === 'members') patchMembers(members, operation);
    else if (name !== undefined && isPartial(operation))
      throw scimError('invalidPath', `${name} has no sub-attributes.`);
    else if (name === 'displayName') displayName = requireText(name, contentOf(operation));
    else if (name === 'externalId') externalId = parseText(name, contentOf(operation));
  }
  requireRoom(members, maxMembers);
  return { displayName, externalId, members };
}

function countNamed(operations: readonly PatchOperation[]): number {
  return operations.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
}

function isPartial({ path }: PatchOperation): boolean {
  return path.conditions !== undefined || path.subAttribute !== undefined;
}

function contentOf({ op, value }: PatchOperation): unknown {
  return op === 'remove' ? null : value;
}

function patchMembers(members: Set<string>, operation: PatchOperation): void {
  const { op, path, value } = operation;
  if (op === 'remove') {
    for (const id of path.conditions === undefined ? requireNamed(value) : chosenMembers(operation))
      members.delete(id);
    return;
  }
  if (isPartial(operation)) throw scimError('invalidPath', 'Members are added and replaced as a whole.');
  const named = value === null ? [] : parseMembers(value);
  if (op === 'replace') members.clear();
  for (const id of named) members.add(id);
}

function requireNamed(value: unknown): readonly string[] {
  const named = value === undefined || value === null ? [] : parseMembers(value);
  if (named.length === 0)
    throw scimError('invalidValue', 'A remove of members says which, in value or path.');
  return named;
}

/** `members[value eq "user_…"]` */
function chosenMembers({ path: { conditions = [], subAttribute } }: PatchOperation): readonly string[] {
  const isOne = conditions.length === 1 && conditions[0]?.attribute.toLowerCase() === 'value';
  if (!isOne || subAttribute !== undefined)
    throw scimError('invalidPath', 'Members are chosen by members[value eq "…"].');
  return conditions.map(({ value }) => value);
}
