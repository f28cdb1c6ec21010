import type { DirectoryGroup, WorkspaceRole } from '@svc/contract';
import type { Json, JsonWithDefault, Timestamp } from './column-types.ts';

export interface DirectoryTokensTable {
  id: string;
  organization_id: string;
  name: string;
  fingerprint: Buffer;
  created_by: string;
  expires_at: Timestamp | null;
  created_at: Timestamp;
  used_at: Timestamp | null;
}

export interface DirectoryUsersTable {
  organization_id: string;
  user_id: string;
  user_name: string;
  external_id: string | null;
  display_name: string | null;
  name: Json<DirectoryUserName | null>;
  emails: Json<readonly DirectoryUserEmail[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface DirectoryUserName {
  readonly formatted: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

interface DirectoryUserEmail {
  readonly value: string;
  readonly type: string | null;
  readonly primary: boolean;
}

export interface DirectoryGroupsTable {
  id: string;
  organization_id: string;
  display_name: string;
  external_id: string | null;
  role: DirectoryGroup['role'];
  workspaces: JsonWithDefault<DirectoryGroup['workspaces']>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DirectoryGroupMembersTable {
  group_id: string;
  user_id: string;
  organization_id: string;
}

export interface DirectoryRoleGrantsTable {
  organization_id: string;
  user_id: string;
}

export interface DirectoryWorkspaceGrantsTable {
  organization_id: string;
  user_id: string;
  workspace_id: string;
  role: WorkspaceRole;
  manual_role: WorkspaceRole | null;
}

export interface DirectoryReconciliationsTable {
  organization_id: string;
  epoch: number;
}
