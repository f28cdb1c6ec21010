import type { MemberOrigin, OrganizationRole } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findLinksOfUser } from '../store/links.ts';

/** A connection that knows a member. */
export interface SignOn {
  readonly connection: MemberOrigin['connections'][number];
  /** What it gives by the groups of the last sign-in. */
  readonly roles: readonly { readonly group: string; readonly role: OrganizationRole | null }[];
}

/** Connections of the organization by which a member signed in. */
export async function listSignOns(scope: OrganizationScope, userId: string): Promise<readonly SignOn[]> {
  const links = await findLinksOfUser(scope, userId);
  return links.map(({ id, name, status, group_roles: mapped, groups, signed_in_at: at }) => ({
    connection: { id, name, last_signed_in_at: at === null ? null : toTimestamp(at) },
    roles: status === 'active' ? mapped.filter(({ group }) => groups?.includes(group) === true) : [],
  }));
}
