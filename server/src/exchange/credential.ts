import type { OrganizationRole, Surface } from '@svc/contract';

/** Who calls, after every check of the credential step passed (D-65). */
export interface Credential {
  readonly kind: 'private' | 'svc_code' | 'admin' | 'sign_in_token';
  /** Null for sign-in tokens. */
  readonly keyId: string | null;
  readonly userId: string;
  readonly organizationId: string;
  /** Null for admin keys, which belong to the whole organization. */
  readonly workspaceId: string | null;
  /** Id of the organization's plan in the deployment's configuration. */
  readonly plan: string;
  readonly zeroDataRetention: boolean;
  /** Behaviour date of calls that name none; undefined for keys that are not pinned (D-92). */
  readonly pinnedVersion: string | undefined;
  /** Of a sign-in token: where it is used. Null for keys, which are bound to no surface. */
  readonly surface: Surface | null;
  /** Desktop on the Free plan, which has limits of its own (D-74). */
  readonly isFreeDesktop: boolean;
}

/**
 * The key or sign-in session of a request as it is known before it is judged: the record itself, so that nothing is copied for
 * it. Who is named in the audit log, refused or not (D-ADM-12).
 */
export interface MatchedKey {
  readonly id: string;
  readonly organizationId: string;
  /** Whose session it is, with the role they have now. Absent: a key. */
  readonly userId?: string;
  readonly userEmail?: string;
  readonly userRole?: OrganizationRole | null;
  /** Absent: an admin key. */
  readonly workspaceId?: string;
  /** The role an admin key acts with now (platform contract §5.1), and whose it is. */
  readonly creatorEmail?: string;
  readonly creatorRole?: OrganizationRole | null;
}
