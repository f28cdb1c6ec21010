import type { SsoRolePreview, SsoRolePreviewSettings } from '@svc/contract';
import { findVerifiedDomains } from '#features/domains';
import { findMembers } from '#features/organization';
import type { OrganizationScope } from '#store';
import { requireWorkspaces } from '../../connections/connection-references.ts';
import { requireConnection } from '../../connections/connections.ts';
import { findMappedByDirectory, type ConnectionRow } from '../../store/connections.ts';
import { findLinks } from '../../store/links.ts';
import { foreseeSignOn, memberOutcome, refused } from './foresee-sign-on.ts';
import { shownGroups } from './stored-report.ts';
import type { TestReports } from './test-reports.ts';

/** How many members are listed; all are counted. */
const MAX_MEMBERS = 100;

type PreviewedMember = SsoRolePreview['members'][number];

/**
 * Which roles the connection would give with other settings: to the person of its last test, and to members who would come in by it.
 * Throws 404 `sso_connection_not_found` and `workspace_not_found`.
 */
export async function previewRoles(
  reports: TestReports,
  scope: OrganizationScope,
  id: string,
  settings: SsoRolePreviewSettings,
): Promise<SsoRolePreview> {
  const stored = await requireConnection(scope, id);
  const { provisioning, default_role, group_roles } = settings;
  if (group_roles) await requireWorkspaces(scope, group_roles);
  const connection: ConnectionRow = {
    ...stored,
    provisioning: provisioning ?? stored.provisioning,
    default_role: default_role ?? stored.default_role,
    group_roles: group_roles ?? stored.group_roles,
  };
  const person = (await reports.find(scope, id))?.person;
  const members = await previewMembers(scope, connection);
  return {
    type: 'sso_role_preview',
    tester: person
      ? {
          email: person.email,
          groups: shownGroups(person),
          outcome: await foreseeSignOn(scope, connection, person),
        }
      : null,
    members: members.slice(0, MAX_MEMBERS),
    member_count: members.length,
    changed_count: members.filter(isChanged).length,
  };
}

/** Members who would come in by the connection, those first whose role changes. */
async function previewMembers(
  scope: OrganizationScope,
  connection: ConnectionRow,
): Promise<PreviewedMember[]> {
  const links = new Map(
    (await findLinks(scope.db, connection.id)).map(({ user_id: userId, groups }) => [userId, groups]),
  );
  const mapped = await findMappedByDirectory(scope);
  const verified = await findVerifiedDomains(scope, connection.domains);
  const members = await findMembers(scope.db, scope.organizationId);
  const previewed = members.flatMap(({ userId, email, name, account, role, status }): PreviewedMember[] => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const isLinked = links.has(userId);
    if (status === 'removed' || !(isLinked || connection.domains.includes(domain))) return [];
    const groups = links.get(userId) ?? null;
    const isShutOut = status === 'suspended' || account === 'disabled';
    const isRefused = isShutOut || !(isLinked || verified.has(domain));
    const outcome = isRefused
      ? refused(isShutOut ? 'not_a_member' : 'domain', userId)
      : memberOutcome(connection, groups ?? [], { userId, role, isDirectory: mapped.has(userId) });
    return [{ user_id: userId, email, name, groups: groups && [...groups], outcome }];
  });
  return previewed.toSorted(
    (a, b) => Number(isChanged(b)) - Number(isChanged(a)) || a.email.localeCompare(b.email, 'en'),
  );
}

function isChanged({ outcome }: PreviewedMember): boolean {
  return outcome.role !== outcome.role_before;
}
