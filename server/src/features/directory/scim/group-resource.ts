import type { GroupAttributes } from './group-attributes.ts';
import { withoutNulls, type ResourceMeta } from './user-resource.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** What is shown of a group. Members are undefined where nobody asked for them. */
type ShownGroup = Omit<GroupAttributes, 'members'> & {
  readonly id: string;
  readonly members: ReadonlySet<string> | undefined;
};

/** A group as SCIM shows it. */
export function toGroupResource(group: ShownGroup, meta: ResourceMeta): object {
  const { id, displayName, externalId, members } = group;
  return withoutNulls({
    schemas: [GROUP_SCHEMA],
    id,
    externalId,
    displayName,
    members: members === undefined ? null : [...members].map((value) => ({ value })),
    meta: { resourceType: 'Group', ...meta },
  });
}
