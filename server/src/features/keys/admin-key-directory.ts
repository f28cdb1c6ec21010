import type { Kysely } from 'kysely';
import type { OrganizationRole } from '@svc/contract';
import { compileIpAllowlist, type Clock, type IpAllowlist, type Log } from '#kit';
import { CredentialDirectory, type OrganizationScope, type Tables } from '#store';
import { loadAdminKeys } from './store/load-keys.ts';
import type { KeyStatus } from './store/stored-keys.ts';

/** What the authentication step needs to know of an admin key. */
export interface AdminKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly status: KeyStatus;
  readonly organizationId: string;
  readonly creatorId: string;
  readonly creatorEmail: string;
  /** The role the key acts with (platform contract §5.1). Null when the creator is not an active member. */
  readonly creatorRole: OrganizationRole | null;
  readonly accountEnabled: boolean;
  readonly ips: IpAllowlist;
}

function toRecord(row: Awaited<ReturnType<typeof loadAdminKeys>>[number]): AdminKeyRecord {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    organizationId: row.organization_id,
    creatorId: row.created_by,
    creatorEmail: row.email,
    creatorRole: row.member_status === 'active' ? row.member_role : null,
    accountEnabled: row.account === 'enabled',
    ips: compileIpAllowlist(row.allowed_ips),
  };
}

/** An admin key of the organization as a transaction sees it, whatever is cached. */
export async function findCurrentAdminKey(
  { db, organizationId }: OrganizationScope,
  fingerprint: string,
): Promise<AdminKeyRecord | undefined> {
  return (await loadAdminKeys(db, [fingerprint]))
    .map(toRecord)
    .find((key) => key.organizationId === organizationId);
}

/** Admin keys by fingerprint. */
export class AdminKeyDirectory extends CredentialDirectory<AdminKeyRecord> {
  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    super({
      clock,
      log,
      loadMany: async (keys) =>
        new Map((await loadAdminKeys(db, keys)).map((row) => [row.fingerprint, toRecord(row)])),
      what: 'admin keys',
    });
  }
}
