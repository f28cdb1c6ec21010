import { auditChanges, type MutationContext } from '#features/audit';
import { applyPlaces } from './apply-places.ts';
import { applyRoles } from './apply-roles.ts';

/** A change of roles. `touchesCredentials` is set where one differs afterwards. */
export type RoleChange = Pick<MutationContext, 'scope' | 'source' | 'nowMs' | 'touchesCredentials'>;

type RoleEvent = Parameters<typeof auditChanges>[1][number];

/**
 * Brings the roles of members to what their groups give: in the organization the highest role of all their groups, in workspaces the
 * places beside those given by hand (SCIM-16 to SCIM-18, D-SCIM-9). The statements are as many for ten thousand members as for one.
 * `userIds` undefined: of all members, whose owners are then passed over without an event.
 */
export async function applyDirectoryRoles(
  change: RoleChange,
  userIds: readonly string[] | undefined,
): Promise<void> {
  if (userIds?.length === 0) return;
  const events = [...(await applyRoles(change, userIds)), ...(await applyPlaces(change, userIds))];
  await auditAll(change, events);
}

/** One statement has parameters for so many. */
const EVENTS_AT_ONCE = 1_000;

async function auditAll(change: RoleChange, events: readonly RoleEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
    await auditChanges(change, events.slice(from, from + EVENTS_AT_ONCE));
}

export type { RoleEvent };
