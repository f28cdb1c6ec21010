import type { UserAttributes } from './user-attributes.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Where resources lie and when they were made and last changed, in RFC 3339. */
export interface ResourceMeta {
  readonly location: string;
  readonly created: string;
  readonly lastModified: string;
}

export interface UserResource extends UserAttributes {
  readonly id: string;
  readonly active: boolean;
}

/** A user as SCIM shows it. What has no value is left out (RFC 7643 §2.5). */
export function toUserResource(user: UserResource, meta: ResourceMeta): object {
  const { id, userName, externalId, displayName, name, emails, active } = user;
  return withoutNulls({
    schemas: [USER_SCHEMA],
    id,
    externalId,
    userName,
    displayName,
    name: name === null ? null : withoutNulls(name),
    emails: emails.length === 0 ? null : emails.map(withoutNulls),
    active,
    meta: { resourceType: 'User', ...meta },
  });
}

export function withoutNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, content]) => content !== null));
}
