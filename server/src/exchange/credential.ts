/** Who calls, after every check of the credential step passed (D-65). */
export interface Credential {
  readonly kind: 'private' | 'svc_code' | 'admin';
  readonly keyId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** Null for admin keys, which belong to the whole organization. */
  readonly workspaceId: string | null;
  /** Id of the organization's plan in the deployment's configuration. */
  readonly plan: string;
  readonly zeroDataRetention: boolean;
  /** Behaviour date of calls that name none; undefined for keys that are not pinned (D-92). */
  readonly pinnedVersion: string | undefined;
}
