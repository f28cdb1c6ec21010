import type { OrganizationRole } from '@svc/contract';
import type { Secret } from '#kit';
import type { Decimal } from '../deployment/deployment-types.ts';

/** Milliseconds since 1970. Written as RFC 3339 in the file. */
export type EpochMs = number;

export interface ProvisionedMember {
  readonly email: string;
  readonly name?: string;
  /** Absent: `member` when the member is created. */
  readonly role?: OrganizationRole;
  readonly password?: Secret;
  readonly status?: 'active' | 'suspended' | 'removed';
  /** State of the person's one account, over all organizations. */
  readonly account?: 'enabled' | 'disabled';
}

/** A workspace's own limits of one model, at or below its organization's. */
export interface ProvisionedRateLimit {
  readonly model: string;
  readonly requests_per_minute?: number;
  readonly input_tokens_per_minute?: number;
  readonly output_tokens_per_minute?: number;
}

export interface ProvisionedWorkspace {
  readonly name: string;
  readonly allowed_ips?: readonly string[];
  readonly spend_limit_usd?: Decimal | null;
  /** Ids of the models the workspace may use; absent: no narrowing. */
  readonly models?: readonly string[];
  readonly rate_limits?: readonly ProvisionedRateLimit[];
}

export interface ProvisionedKey {
  readonly name: string;
  readonly kind: 'private' | 'public' | 'svc_code';
  /** Name of a workspace of the organization: one of the file's, or the implicit `Default`. */
  readonly workspace: string;
  /** Email of a member of the organization. */
  readonly created_by: string;
  /** Absent: made at creation and handed back once. */
  readonly secret?: Secret;
  readonly status?: 'active' | 'inactive' | 'revoked';
  readonly expires_at?: EpochMs | null;
  readonly allowed_origins?: readonly string[];
  readonly allowed_ips?: readonly string[];
}

export interface ProvisionedAdminKey {
  readonly name: string;
  readonly created_by: string;
  readonly secret?: Secret;
  readonly allowed_ips?: readonly string[];
}

/** A monthly limit on credit spend. `workspace` is a name, `member` an email, `group` a name. */
export type ProvisionedSpendLimit =
  | { readonly scope: 'organization'; readonly limit_usd: Decimal }
  | { readonly scope: 'workspace'; readonly workspace: string; readonly limit_usd: Decimal }
  | { readonly scope: 'member'; readonly member: string; readonly limit_usd: Decimal }
  | { readonly scope: 'group'; readonly group: string; readonly limit_usd: Decimal };

export interface ProvisionedGroup {
  readonly name: string;
  /** Emails of members of the organization. */
  readonly members: readonly string[];
}

/**
 * One organization of the provisioning file. A setting that is left out stays absent here: at creation it takes its
 * default, and with `--update` it is left as it is (absent is not "back to the default").
 */
export interface ProvisionedOrganization {
  readonly name: string;
  /** Id of a plan of the deployment. */
  readonly plan: string;
  readonly billing?: 'active' | 'inactive';
  readonly status?: 'active' | 'unavailable';
  readonly zero_data_retention?: boolean;
  readonly subscribed_at?: EpochMs;
  /** `balance_usd` is set on creation only. */
  readonly credits?: {
    readonly enabled?: boolean;
    readonly balance_usd?: Decimal;
    readonly low_balance_usd?: Decimal | null;
  };
  /** Ids of the models the organization may use; absent: no narrowing. */
  readonly models?: readonly string[];
  readonly members: readonly ProvisionedMember[];
  readonly workspaces: readonly ProvisionedWorkspace[];
  readonly keys: readonly ProvisionedKey[];
  readonly admin_keys: readonly ProvisionedAdminKey[];
  readonly spend_limits: readonly ProvisionedSpendLimit[];
  readonly groups: readonly ProvisionedGroup[];
}

/** The provisioning file, checked. Emails are lower case. */
export interface ProvisioningFile {
  readonly organizations: readonly ProvisionedOrganization[];
}
