import { attributeNames, isRecord, keepAttributes } from './attribute-name.ts';
import { scimError } from './scim-error.ts';
import { parseText, requireText } from './user-attributes.ts';

/** A group as a directory has it. Members by their ids here. */
export interface GroupAttributes {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly members: ReadonlySet<string>;
}

/** A group that a directory sent. Members are undefined where it says nothing of them: then they stay. */
export interface SentGroup extends Omit<GroupAttributes, 'members'> {
  readonly members: readonly string[] | undefined;
}

export const GROUP_NAMES = attributeNames(['displayName', 'externalId', 'members']);
const MEMBER_PARTS = attributeNames(['value']);

/** Reads a whole group. Throws 400 `invalidSyntax`, `invalidValue` or `tooMany`. */
export function parseGroup(body: unknown, maxMembers: number): SentGroup {
  if (!isRecord(body)) throw scimError('invalidSyntax', 'The body is a group in JSON.');
  const { displayName, externalId, members } = keepAttributes(body, GROUP_NAMES);
  if (Array.isArray(members) && members.length > 2 * maxMembers) throw tooManyMembers(maxMembers);
  const named = members === undefined || members === null ? undefined : new Set(parseMembers(members));
  if (named !== undefined) requireRoom(named, maxMembers);
  return {
    displayName: requireText('displayName', displayName),
    externalId: parseText('externalId', externalId),
    members: named && [...named],
  };
}

export function requireRoom(members: ReadonlySet<string>, maxMembers: number): void {
  if (members.size > maxMembers) throw tooManyMembers(maxMembers);
}

export function tooManyMembers(maxMembers: number): Error {
  return scimError('tooMany', `A group has at most ${maxMembers} members.`);
}

/** Ids of members: a list, or what would stand in it. Throws 400 `invalidValue`. */
export function parseMembers(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((member) => requireText('members.value', valueOf(member)));
}

/** Ten thousand of them are read at once, and nearly all spell it like this. */
function valueOf(member: unknown): unknown {
  if (!isRecord(member)) return member;
  return member['value'] ?? keepAttributes(member, MEMBER_PARTS)['value'];
}
