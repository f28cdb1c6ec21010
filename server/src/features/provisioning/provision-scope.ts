import type { Kysely } from 'kysely';
import {
  IP_ENTRIES_LIMIT,
  ORIGIN_ENTRIES_LIMIT,
  normalizeEntries,
  normalizeIpEntry,
  normalizeOriginEntry,
} from '#kit';
import type { Tables } from '#store';
import type { Member } from '#features/organization';
import type { ProvisionReport } from './provision-report.ts';
import { ProvisioningError } from './provisioning-error.ts';

/** One organization while its part of the file is applied, within one transaction. */
export interface ProvisionScope {
  readonly trx: Kysely<Tables>;
  readonly organizationId: string;
  readonly organization: string;
  /** Bring plain settings of what exists to the file's values. */
  readonly update: boolean;
  readonly nowMs: number;
  readonly report: ProvisionReport;
  /** By email, lower case. */
  readonly members: Map<string, Member>;
  /** Ids by name, lower case. */
  readonly workspaceIds: Map<string, string>;
}

export function requireMember(scope: ProvisionScope, email: string, asked: string): Member {
  const member = scope.members.get(email.toLowerCase());
  if (member === undefined)
    throw new ProvisioningError(scope.organization, `${asked} names ${email}, who is not a member`);
  return member;
}

export function requireWorkspace(scope: ProvisionScope, name: string, asked: string): string {
  const id = scope.workspaceIds.get(name.toLowerCase());
  if (id === undefined)
    throw new ProvisioningError(
      scope.organization,
      `${asked} names the workspace "${name}", which does not exist`,
    );
  return id;
}

/** The address list as it is stored; undefined stays undefined, "not said". */
export function ipEntries(
  scope: ProvisionScope,
  texts: readonly string[] | undefined,
  asked: string,
): string[] | undefined {
  return (
    texts &&
    entriesOf(scope, normalizeEntries(texts, IP_ENTRIES_LIMIT, normalizeIpEntry), `${asked}: allowed_ips`)
  );
}

export function originEntries(
  scope: ProvisionScope,
  texts: readonly string[] | undefined,
  asked: string,
): string[] | undefined {
  return (
    texts &&
    entriesOf(
      scope,
      normalizeEntries(texts, ORIGIN_ENTRIES_LIMIT, normalizeOriginEntry),
      `${asked}: allowed_origins`,
    )
  );
}

function entriesOf(
  scope: ProvisionScope,
  verdict: ReturnType<typeof normalizeEntries>,
  asked: string,
): string[] {
  if ('entries' in verdict) return verdict.entries;
  throw new ProvisioningError(
    scope.organization,
    `${asked}[${verdict.badIndex}] is not valid or exceeds the limit`,
  );
}
