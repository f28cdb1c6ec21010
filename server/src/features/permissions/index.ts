/** What a person may do in an organization, and with which part of it (D-CONS-3). */
export { effectiveReach, extentOf, loadStanding, requireInWorkspace, requirePermission, type Standing } from './standing.ts';
export { EVERYTHING, isPartly, type Extent, type PartlyExtent } from './extent.ts';
export { listOwnWorkspaces } from './own-workspaces.ts';
