import type { Kysely } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import { compileIpAllowlist, type Clock, type IpAllowlist, type Log } from '#kit';
import { CredentialDirectory, type Tables } from '#store';
import { isAdministrator } from '#features/organization';
import { loadSessions, type StoredSession } from './store/sessions.ts';

/** What the authentication step needs to know of a sign-in session. Times are epoch milliseconds. */
export interface CodeSessionRecord {
  readonly id: string;
  readonly revoked: boolean;
  readonly expiresAtMs: number;
  readonly organizationId: string;
  /** Where its calls act: the workspace that was chosen, else the Default one. */
  readonly workspaceId: string;
  readonly workspaceChosen: boolean;
  readonly workspaceName: string;
  readonly workspaceArchived: boolean;
  readonly workspaceIps: IpAllowlist;
  readonly userId: string;
  readonly userEmail: string;
  readonly userRole: OrganizationRole | null;
  /** The person is an active member of the organization. */
  readonly userActive: boolean;
  readonly userInWorkspace: boolean;
  readonly accountEnabled: boolean;
}

/** In a workspace they were added to, in all if their role reaches so far, and in the Default one every member may act. */
export function mayActIn({
  is_default: isDefault,
  workspace_role: workspaceRole,
  member_role: memberRole,
}: Pick<StoredSession, 'is_default' | 'workspace_role' | 'member_role'>): boolean {
  return isDefault || workspaceRole !== null || isAdministrator(memberRole);
}

/** Whether the organization requires single sign-on of the person, who approved the session without it (SSO-16). */
export function isRefusedBySignOn({
  organization_id: organizationId,
  requiring_organization_id: requiringId,
  sso_connection_id: connectionId,
}: Pick<StoredSession, 'organization_id' | 'requiring_organization_id' | 'sso_connection_id'>): boolean {
  return requiringId === organizationId && connectionId === null;
}

function toRecord(row: StoredSession): CodeSessionRecord {
  return {
    id: row.id,
    revoked: row.revoked_at !== null || isRefusedBySignOn(row),
    expiresAtMs: row.expires_at,
    organizationId: row.organization_id,
    workspaceId: row.acts_in,
    workspaceChosen: row.workspace_id !== null,
    workspaceName: row.workspace_name,
    workspaceArchived: row.archived_at !== null,
    workspaceIps: compileIpAllowlist(row.workspace_ips),
    userId: row.user_id,
    userEmail: row.email,
    userRole: row.member_role,
    userActive: row.member_status === 'active',
    userInWorkspace: mayActIn(row),
    accountEnabled: row.account === 'enabled',
  };
}

/** Sign-in sessions by id. */
export class CodeSessionDirectory extends CredentialDirectory<CodeSessionRecord> {
  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    super({
      clock,
      log,
      loadMany: async (keys) => new Map((await loadSessions(db, keys)).map((row) => [row.id, toRecord(row)])),
      what: 'sign-in sessions',
    });
  }
}
