import type { Kysely } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import { compileIpAllowlist, type Clock, type IpAllowlist, type Log, type RefreshingCache } from '#kit';
import { cacheRecords, type Tables } from '#store';
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

function toRecord(row: StoredSession): CodeSessionRecord {
  return {
    id: row.id,
    revoked: row.revoked_at !== null,
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

/** Sign-in sessions by id, cached as `RefreshingCache` says. */
export class CodeSessionDirectory {
  readonly #cache: RefreshingCache<CodeSessionRecord>;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#cache = cacheRecords({
      clock,
      log,
      loadMany: async (ids) => new Map((await loadSessions(db, ids)).map((row) => [row.id, toRecord(row)])),
      what: 'sign-in sessions',
      unavailable: 'authorization_unavailable',
    });
  }

  /** Synchronous when cached. Rejects with 503 `authorization_unavailable` when it is not known here and the store is away. */
  find(id: string): CodeSessionRecord | undefined | Promise<CodeSessionRecord | undefined> {
    return this.#cache.find(id);
  }

  invalidate(id: string): void {
    this.#cache.invalidate(id);
  }

  invalidateOrganization(organizationId: string): void {
    this.#cache.invalidateWhere((session) => session.organizationId === organizationId);
  }

  invalidateAll(): void {
    this.#cache.invalidateAll();
  }
}
