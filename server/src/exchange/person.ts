import type { OrganizationRole } from '@svc/contract';

/** The signed-in user, read for this request: nothing is cached from an earlier one. */
export interface Person {
  readonly kind: 'person';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  /** The session's organization, whether or not they are still a member of it. */
  readonly organizationId: string | null;
  /** The connection to an identity provider by which the session began. */
  readonly ssoConnectionId: string | null;
  /** An authenticator app is set up. */
  readonly hasSecondFactor: boolean;
  /**
   * Their membership in that organization. Undefined: none is selected, or they are no longer an active
   * member.
   */
  readonly membership: Membership | undefined;
}

export interface Membership {
  readonly organizationId: string;
  readonly role: OrganizationRole;
  /** Whether the organization may be used at all. */
  readonly isAvailable: boolean;
}
