import type { OrganizationScope } from '#store';

/** A part of an organization's data: what is in some of its workspaces, and what one person made or used wherever it is. */
export interface RestrictedAccess {
  readonly workspaceIds: readonly string[];
  readonly userId: string | undefined;
}

/** How much of an organization's data something may be done with. */
export type Access = 'unrestricted' | RestrictedAccess;

export function isRestricted(access: Access): access is RestrictedAccess {
  return access !== 'unrestricted';
}

/**
 * The data of one organization as far as the caller may reach it. Functions whose rows are divided by roles take this and not an
 * `OrganizationScope`: none of them can be called without saying how far the caller reaches. It is no kind of `OrganizationScope`,
 * or a function for the whole organization would take it and drop the restriction silently.
 */
export class AccessScope {
  readonly organization: OrganizationScope;
  readonly access: Access;
  /** Makes the type one that no other object fits. */
  declare protected readonly only: true;

  constructor(organization: OrganizationScope, access: Access) {
    this.organization = organization;
    this.access = access;
  }
}

/** For callers whom no role restricts: admin keys, and the service on its own behalf. */
export function unrestricted(organization: OrganizationScope): AccessScope {
  return new AccessScope(organization, 'unrestricted');
}
