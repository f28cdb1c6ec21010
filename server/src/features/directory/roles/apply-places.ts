import { WORKSPACE_ROLES, type WorkspaceRole } from '@svc/contract';
import { deletePlaces, putPlaces } from '#features/workspaces';
import {
  deletePlaceGrants,
  findGrantedPlaces,
  putPlaceGrants,
  type GrantedPlace,
} from '../store/workspace-grants.ts';
import type { RoleChange, RoleEvent } from './apply-directory-roles.ts';

interface WantedPlace {
  readonly place: GrantedPlace;
  /** Null: none. */
  readonly manual: WorkspaceRole | null;
  /** What the member is to have there. Null: no place. */
  readonly role: WorkspaceRole | null;
}

/** Places in workspaces. Returns what the audit log is to have of it. */
export async function applyPlaces(
  change: RoleChange,
  userIds: readonly string[] | undefined,
): Promise<readonly RoleEvent[]> {
  const { scope, nowMs } = change;
  const found = await findGrantedPlaces(scope, userIds);
  const wanted = found.filter(({ is_owner: isOwner }) => !isOwner).map(wantedPlace);
  const kept = wanted.flatMap(({ place, manual, role }) =>
    place.mapped_role === null || role === null || isNoted(place, manual, role)
      ? []
      : [{ ...idsOf(place), role, manual_role: manual }],
  );
  if (kept.length > 0) await putPlaceGrants(scope, kept);
  const ended = found.filter(isEnded);
  if (ended.length > 0) await deletePlaceGrants(scope, ended.map(idsOf));
  const changed = wanted.filter(({ place, role }) => place.current_role !== role);
  const put = changed.flatMap(({ place, role }) => (role === null ? [] : [{ ...idsOf(place), role }]));
  if (put.length > 0) await putPlaces(scope, put, nowMs);
  const gone = changed.filter(({ role }) => role === null).map(({ place }) => idsOf(place));
  if (gone.length > 0) await deletePlaces(scope, gone);
  if (changed.length > 0) change.touchesCredentials = true;
  return changed.map(toEvent);
}

/** What was given by hand stays beneath what groups give. A role that differs from the one they set was given by hand since. */
function wantedPlace(place: GrantedPlace): WantedPlace {
  const isAsSet = place.granted_role !== null && place.current_role === place.granted_role;
  const manual = isAsSet ? place.manual_role : place.current_role;
  return { place, manual, role: higher(manual, place.mapped_role) };
}

function higher(one: WorkspaceRole | null, other: WorkspaceRole | null): WorkspaceRole | null {
  return WORKSPACE_ROLES.findLast((role) => role === one || role === other) ?? null;
}

function isNoted(place: GrantedPlace, manual: WorkspaceRole | null, role: WorkspaceRole): boolean {
  return place.granted_role === role && place.manual_role === manual;
}

/** No group gives it any more, or the member became an owner, who keeps it. */
function isEnded(place: GrantedPlace): boolean {
  return place.granted_role !== null && (place.is_owner || place.mapped_role === null);
}

function idsOf({ user_id, workspace_id }: GrantedPlace) {
  return { user_id, workspace_id };
}

function toEvent({ place, role }: WantedPlace): RoleEvent {
  const from = place.current_role;
  const verb = from === null ? 'added' : role === null ? 'removed' : 'updated';
  return {
    event: `workspace_member.${verb}`,
    resource: { type: 'user', id: place.user_id },
    workspaceId: place.workspace_id,
    changes: { role: { from, to: role } },
    details: { reason: 'directory' },
  };
}
