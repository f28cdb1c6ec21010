import {
  ORGANIZATION_ROLES,
  WORKSPACE_ROLES,
  type OrganizationRole,
  type WorkspaceRole,
} from '@svc/contract';
import type { ConnectionRow } from '../store/connections.ts';

type GroupRoles = ConnectionRow['group_roles'];

interface RolesOfGroups {
  readonly role: OrganizationRole;
  readonly isMapped: boolean;
  /** Every workspace that the mapping names. Undefined: no group of the person has a role there. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole | undefined>;
}

/** The roles that a connection gives to a person in these groups (D-SSO-15). Undefined: the connection changes none. */
export function rolesOfGroups(
  { group_roles: all, default_role: usual }: Pick<ConnectionRow, 'group_roles' | 'default_role'>,
  groups: readonly string[],
): RolesOfGroups | undefined {
  if (all.length === 0) return undefined;
  const mapped = all.filter(({ group }) => groups.includes(group));
  const role = highestRole(mapped);
  const named = new Set(all.flatMap(({ workspaces }) => workspaces.map((one) => one.workspace_id)));
  return {
    role: role ?? usual,
    isMapped: role !== undefined,
    workspaces: new Map([...named].map((id) => [id, highestIn(mapped, id)])),
  };
}

/** The first of the list is the highest. */
function highestRole(mapped: GroupRoles): OrganizationRole | undefined {
  return ORGANIZATION_ROLES.find((role) => mapped.some((one) => one.role === role));
}

function highestIn(mapped: GroupRoles, workspaceId: string): WorkspaceRole | undefined {
  const grants = mapped.flatMap(({ workspaces }) => workspaces);
  return WORKSPACE_ROLES.findLast((role) =>
    grants.some((one) => one.workspace_id === workspaceId && one.role === role),
  );
}
