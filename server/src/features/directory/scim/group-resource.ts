import type { GroupAttributes } from './group-attributes.ts';
import { withoutNulls, type ResourceMeta } from './user-resource.ts';

const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A group as SCIM shows it. */
export function toGroupResource(
  group: GroupAttributes & { readonly id: string },
  meta: ResourceMeta,
): object {
  const { id, displayName, externalId, members } = group;
  return withoutNulls({
    schemas: [GROUP_SCHEMA],
    id,
    externalId,
    displayName,
    members: [...members].map((value) => ({ value })),
    meta: { resourceType: 'Group', ...meta },
  });
}
