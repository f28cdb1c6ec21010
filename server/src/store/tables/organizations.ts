import type {
  McpPolicy,
  OrganizationRole,
  RateLimitOverride,
  OrganizationTier,
  WorkspaceRole,
} from '@svc/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { JsonWithDefault, Timestamp } from './column-types.ts';

export interface OrganizationsTable {
  id: string;
  name: string;
  provisioning_name: string;
  external_id: Generated<string | null>;
  mcp_policy: JsonWithDefault<McpPolicy>;
  allowed_email_domains: JsonWithDefault<string[]>;
  code_telemetry: Generated<boolean>;
  sso_required: Generated<boolean>;
  status: Generated<'active' | 'unavailable'>;
  plan: string;
  billing: Generated<'active' | 'inactive'>;
  zero_data_retention: Generated<boolean>;
  credits_enabled: Generated<boolean>;
  rate_tier: Generated<OrganizationTier | null>;
  rate_limits: JsonWithDefault<RateLimitOverride[]>;
  epoch: Generated<number>;
  subscribed_at: Timestamp;
  created_at: Timestamp;
}

export interface UsersTable {
  id: string;
  email: string;
  name: string;
  account: Generated<'enabled' | 'disabled'>;
  created_at: Timestamp;
  sign_in_email: GeneratedAlways<string>;
  two_factor_enabled: Generated<boolean>;
  is_unproven: Generated<boolean>;
}

export interface MembersTable {
  organization_id: string;
  user_id: string;
  role: OrganizationRole;
  status: Generated<'active' | 'suspended' | 'removed'>;
  added_at: Timestamp;
  last_active_at: Generated<Timestamp | null>;
}

export interface WorkspacesTable {
  id: string;
  organization_id: string;
  name: string;
  description: Generated<string>;
  is_default: Generated<boolean>;
  data_region: Generated<string>;
  allowed_ips: JsonWithDefault<string[]>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
}

export interface WorkspaceMembersTable {
  organization_id: string;
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  added_at: Timestamp;
}

export interface InvitesTable {
  id: string;
  organization_id: string;
  email: string;
  role: Exclude<OrganizationRole, 'primary_owner'>;
  workspaces: JsonWithDefault<{ readonly workspace_id: string; readonly role: WorkspaceRole }[]>;
  status: Generated<'pending' | 'accepted' | 'deleted'>;
  invited_by: string;
  invited_at: Timestamp;
  expires_at: Timestamp;
  accepted_at: Timestamp | null;
  token_fingerprint: Buffer | null;
}

export interface MemberGroupsTable {
  id: string;
  organization_id: string;
  name: string;
  created_at: Timestamp;
}

export interface MemberGroupUsersTable {
  group_id: string;
  user_id: string;
}
