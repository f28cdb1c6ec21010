import type { OrganizationRole, SsoFailureReason, SsoOutcome } from '@svc/contract';
import { findMembership, findUserByEmail, requireUser } from '#features/organization';
import type { OrganizationScope } from '#store';
import type { ProvidedPerson } from '../../provider/read-claims.ts';
import { SignOnFailure } from '../../provider/sign-on-failure.ts';
import { isMappedByDirectory, type ConnectionRow } from '../../store/connections.ts';
import { findLinked, findLinkOfUser } from '../../store/links.ts';
import { requireOwnEmail } from '../resolve-person.ts';
import { rolesOfGroups } from '../roles-of-groups.ts';

export type RoleSettings = Pick<ConnectionRow, 'provisioning' | 'default_role' | 'group_roles'>;

/** What a sign-in of the person would lead to with these settings. Changes nothing. */
export async function foreseeSignOn(
  scope: OrganizationScope,
  connection: ConnectionRow,
  person: ProvidedPerson,
): Promise<SsoOutcome> {
  const found = await findPerson(scope, connection, person);
  if ('reason' in found) return refused(found.reason);
  const { userId } = found;
  if (userId === undefined) return newOutcome(connection, person.groups, null);
  const status = await findMembership(scope, userId);
  if (status === 'suspended') return refused('not_a_member', userId);
  if (status !== 'active') return newOutcome(connection, person.groups, userId);
  const { role, account } = await requireUser(scope, userId);
  if (account !== 'enabled') return refused('not_a_member', userId);
  const isDirectory = await isMappedByDirectory(scope, userId);
  return memberOutcome(connection, person.groups, { userId, role, isDirectory });
}

/** Whom `resolvePerson` would find: nobody yet, an account, or a reason to refuse. */
async function findPerson(
  scope: OrganizationScope,
  connection: ConnectionRow,
  person: ProvidedPerson,
): Promise<{ readonly reason: SsoFailureReason } | { readonly userId: string | undefined }> {
  const { db } = scope;
  const at = { connectionId: connection.id, subject: person.subject };
  const linked = await findLinked(db, at);
  if (linked !== undefined) return { userId: linked };
  try {
    await requireOwnEmail(scope, { connection, person });
  } catch (error) {
    if (error instanceof SignOnFailure) return { reason: error.reason };
    throw error;
  }
  const account = await findUserByEmail(db, person.email);
  if (!account) return { userId: undefined };
  const other = await findLinkOfUser(db, { connectionId: connection.id, userId: account.id });
  if (other !== undefined || account.account !== 'enabled') return { reason: 'not_a_member' };
  return { userId: account.id };
}

interface ForeseenMember {
  readonly userId: string;
  readonly role: OrganizationRole;
  /** Groups of the directory decide on them. */
  readonly isDirectory: boolean;
}

export function memberOutcome(
  settings: RoleSettings,
  groups: readonly string[],
  { userId, role, isDirectory }: ForeseenMember,
): SsoOutcome {
  const roles = isDirectory ? undefined : rolesOfGroups(settings, groups);
  const isOwner = role === 'primary_owner' || role === 'owner';
  const mapped = roles?.isMapped === true ? 'group' : 'default';
  const unchanged = isDirectory ? 'directory' : 'kept';
  return {
    status: 'member',
    reason: null,
    user_id: userId,
    role: isOwner ? role : (roles?.role ?? role),
    role_before: role,
    role_source: isOwner ? 'owner' : roles ? mapped : unchanged,
    workspaces: grantsOf(roles),
  };
}

function newOutcome(settings: RoleSettings, groups: readonly string[], userId: string | null): SsoOutcome {
  if (settings.provisioning !== 'jit') return refused('not_a_member', userId);
  const roles = rolesOfGroups(settings, groups);
  return {
    status: 'new',
    reason: null,
    user_id: userId,
    role: roles?.role ?? settings.default_role,
    role_before: null,
    role_source: roles?.isMapped === true ? 'group' : 'default',
    workspaces: grantsOf(roles),
  };
}

export function refused(reason: SsoFailureReason, userId: string | null = null): SsoOutcome {
  return {
    status: 'refused',
    reason,
    user_id: userId,
    role: null,
    role_before: null,
    role_source: null,
    workspaces: [],
  };
}

function grantsOf(roles: ReturnType<typeof rolesOfGroups>): SsoOutcome['workspaces'] {
  return [...(roles?.workspaces ?? [])].flatMap(([id, role]) =>
    role === undefined ? [] : [{ workspace_id: id, role }],
  );
}
