import type { OrganizationRole } from '@svc/contract';

/** Who is signed in, as of this request: nothing here was remembered from an earlier one. */
export interface Person {
  readonly kind: 'person';
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  /** The organization this session looks at, whether or not they are a member of it still. */
  readonly organizationId: string | null;
  /** An authenticator app is set up. */
  readonly hasSecondFactor: boolean;
  /** In that organization. Undefined: they look at none, or are no active member of it any more. */
  readonly membership: Membership | undefined;
}

export interface Membership {
  readonly organizationId: string;
  readonly role: OrganizationRole;
  /** Whether the organization may be used at all. */
  readonly isAvailable: boolean;
}
