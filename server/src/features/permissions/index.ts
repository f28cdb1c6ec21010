/** What a person may do in an organization, and with which part of it (D-CONS-3). */
export {
  accessOf,
  effectiveReach,
  loadEffectiveRoles,
  reachWithin,
  requireInWorkspace,
  requirePermission,
  type EffectiveRoles,
} from './effective-roles.ts';
export type { MemberCaller } from './member-caller.ts';
export { listOwnWorkspaces } from './own-workspaces.ts';
