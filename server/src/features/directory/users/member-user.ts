import { toTimestamp } from '#kit';
import type { UserAttributes } from '../scim/user-attributes.ts';
import { toUserResource } from '../scim/user-resource.ts';
import type { StoredMember } from '../store/users.ts';

/** What a directory sees of a member. Who is not kept by one yet has what their account has, and is found by it (SCIM-06). */
export function attributesOf(member: StoredMember): UserAttributes {
  const { user_name: userName, email } = member;
  if (userName === null) {
    return {
      userName: email,
      externalId: null,
      displayName: member.person_name,
      name: null,
      emails: [{ value: email, type: 'work', primary: true }],
    };
  }
  return {
    userName,
    externalId: member.external_id,
    displayName: member.display_name,
    name: member.name,
    emails: member.emails ?? [],
  };
}

/** `active`: what is answered in place of what is stored (D-SCIM-7). */
export function toMemberResource(
  member: StoredMember,
  base: string,
  active = member.status === 'active',
): object {
  const user = { id: member.id, active, ...attributesOf(member) };
  return toUserResource(user, {
    location: userLocation(base, member.id),
    created: toTimestamp(member.created_at ?? member.added_at),
    lastModified: toTimestamp(member.updated_at ?? member.added_at),
  });
}

export function userLocation(base: string, id: string): string {
  return `${base}/Users/${id}`;
}
