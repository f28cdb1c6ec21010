import type { OrganizationRole, Surface } from '@svc/contract';
import type { KeyRestrictions } from './key-restrictions.ts';
import type { OwnRates } from './own-rates.ts';

/** The caller, after every check of the credential step passed (D-65). */
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
  readonly ownRates: OwnRates;
  readonly zeroDataRetention: boolean;
  /** Behaviour date of calls that name none; undefined for keys without a pinned version (D-92). */
  readonly pinnedVersion: string | undefined;
  /** The surface on which a sign-in token is used. Null for keys, which are bound to no surface. */
  readonly surface: Surface | null;
  /** Desktop on the Free plan, which has its own limits (D-74). */
  readonly isFreeDesktop: boolean;
  /** Null for all but keys that have restrictions of their own. */
  readonly restrictions: KeyRestrictions | null;
}

/** What the credential of a caller has of its organization. */
export type CallingOrganization = Pick<Credential, 'plan' | 'ownRates' | 'zeroDataRetention'> & {
  readonly id: string;
};

/** What is the caller's own. Absent fields are as a person without a key has them. */
type Caller = Pick<Credential, 'userId' | 'workspaceId'> &
  Partial<Omit<Credential, keyof CallingOrganization | 'organizationId'>>;

/** The only place that puts a credential together, so that no way to call a model forgets a field. */
export function toCredential(
  { id, plan, ownRates, zeroDataRetention }: CallingOrganization,
  {
    kind = 'private',
    keyId = null,
    userId,
    workspaceId,
    pinnedVersion,
    surface = null,
    isFreeDesktop = false,
    restrictions = null,
  }: Caller,
): Credential {
  return {
    kind,
    keyId,
    userId,
    organizationId: id,
    workspaceId,
    plan,
    ownRates,
    zeroDataRetention,
    pinnedVersion,
    surface,
    isFreeDesktop,
    restrictions,
  };
}

/**
 * The key or sign-in session of a request, before it is verified. It is the record itself, so nothing is
 * copied. The audit log names it whether or not the request is refused (D-ADM-12).
 */
export interface MatchedKey {
  readonly id: string;
  readonly organizationId: string;
  /** The user of the session, with their current role. Absent: a key. */
  readonly userId?: string;
  readonly userEmail?: string;
  readonly userRole?: OrganizationRole | null;
  /** Absent: an admin key. */
  readonly workspaceId?: string;
  /** Who made the key. Absent: a session. */
  readonly creatorId?: string;
  /** The current role of an admin key (platform contract §5.1), and its creator. */
  readonly creatorEmail?: string;
  readonly creatorRole?: OrganizationRole | null;
}
