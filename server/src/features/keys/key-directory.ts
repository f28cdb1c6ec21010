import type { Kysely } from 'kysely';
import {
  compileIpAllowlist,
  compileOriginAllowlist,
  type Clock,
  type IpAllowlist,
  type Log,
  type OriginAllowlist,
} from '#kit';
import type { KeyRestrictions } from '#exchange';
import { CredentialDirectory, type OrganizationScope, type Tables } from '#store';
import { isAdministrator } from '#features/organization';
import { loadKeys } from './store/load-keys.ts';
import type { KeyKind, KeyStatus } from './store/stored-keys.ts';
import { compileRestrictions } from './stored-restrictions.ts';

/** What the authentication step needs to know of an inference key. Times are epoch milliseconds. */
export interface KeyRecord {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string;
  /** `expired` is for the reader to tell, by `expiresAtMs`. */
  readonly status: KeyStatus;
  readonly expiresAtMs: number | null;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly workspaceArchived: boolean;
  readonly creatorId: string;
  /** The creator is an active member of the organization. */
  readonly creatorActive: boolean;
  /** The creator may act in the key's workspace: was added to it, or is owner or administrator (D-73, D-WORK-5). */
  readonly creatorInWorkspace: boolean;
  /** The creator's own account is enabled. */
  readonly accountEnabled: boolean;
  readonly pinnedVersion: string;
  readonly keyIps: IpAllowlist;
  readonly workspaceIps: IpAllowlist;
  readonly origins: OriginAllowlist;
  readonly restrictions: KeyRestrictions | null;
}

function toRecord(row: Awaited<ReturnType<typeof loadKeys>>[number]): KeyRecord {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    status: row.status,
    expiresAtMs: row.expires_at,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    workspaceArchived: row.archived_at !== null,
    creatorId: row.created_by,
    creatorActive: row.member_status === 'active',
    creatorInWorkspace: row.workspace_role !== null || isAdministrator(row.member_role),
    accountEnabled: row.account === 'enabled',
    pinnedVersion: row.pinned_version,
    keyIps: compileIpAllowlist(row.allowed_ips),
    workspaceIps: compileIpAllowlist(row.workspace_ips),
    origins: compileOriginAllowlist(row.allowed_origins),
    restrictions: compileRestrictions(row),
  };
}

/** A key of the organization as a transaction sees it, whatever is cached. */
export async function findCurrentKey(
  { db, organizationId }: OrganizationScope,
  fingerprint: string,
): Promise<KeyRecord | undefined> {
  return (await loadKeys(db, [fingerprint]))
    .map(toRecord)
    .find((key) => key.organizationId === organizationId);
}

/** Inference keys by the fingerprint of their secret (`fingerprint` of #kit). */
export class KeyDirectory extends CredentialDirectory<KeyRecord> {
  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    super({
      clock,
      log,
      loadMany: async (keys) =>
        new Map((await loadKeys(db, keys)).map((row) => [row.fingerprint, toRecord(row)])),
      what: 'keys',
    });
  }
}
