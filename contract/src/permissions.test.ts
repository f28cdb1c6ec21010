import { describe, expect, it } from 'vitest';
import { CONSOLE_OPERATIONS, MIRRORED_OPERATIONS } from './operations.ts';
import {
  type Permission,
  PERMISSIONS,
  ROLE_MATRIX,
  reachInWorkspace,
  reachOf,
  WORKSPACE_PERMISSIONS,
} from './permissions.ts';
import { ORGANIZATION_ROLES, type OrganizationRole } from './schemas.ts';

/** D-CONS-3 as it is written, one letter per role in its order: all, own (w)orkspaces, (o)wn, and - for no. */
const MATRIX: Readonly<Partial<Record<Permission, string>>> = {
  'ownership.transfer': 'a-----',
  'owners.manage': 'aa----',
  'outbox.read': 'aa----',
  'organization.manage': 'aaa---',
  'admin_keys.manage': 'aaa---',
  'members.manage': 'aaa---',
  'workspaces.manage': 'aaa---',
  'workspaces.run': 'aaa---',
  'spend_limits.manage': 'aaa---',
  'audit.read': 'aaa---',
  'plugins.manage': 'aaa---',
  'limits.read': 'aaa-a-',
  'workspace_limits.read': 'aaawa-',
  'billing.read': 'aaa-a-',
  'billing.manage': 'aa--a-',
  'api_keys.read': 'aaao--',
  'api_keys.manage': 'aaao--',
  'api_keys.create': 'aaaw--',
  'usage.read': 'aaawao',
  'playground.use': 'aaaw-w',
  'files.manage': 'aaaw--',
  'batches.manage': 'aaaw--',
  'webhooks.manage': 'aaaw--',
  'organization_webhooks.manage': 'aaa---',
  'tunnels.manage': 'aaaw--',
  'prompts.manage': 'aaaw--',
  'agents.read': 'aaaw--',
  'agents.manage': 'aaaw--',
  'agents.delete': 'aaao--',
};

const LETTERS = { all: 'a', workspaces: 'w', own: 'o' } as const;

function letter(role: OrganizationRole, permission: Permission): string {
  const reach = reachOf(role, permission);
  return reach ? LETTERS[reach] : '-';
}

describe('the role matrix', () => {
  it('CONS-10 CONS-11 CONS-12 is D-CONS-3', () => {
    const lines = PERMISSIONS.map((permission) => [
      permission,
      ORGANIZATION_ROLES.map((role) => letter(role, permission)).join(''),
    ]);
    expect(Object.fromEntries(lines)).toMatchObject(MATRIX);
  });

  it('knows every permission that goes for a part of the organization as one that does', () => {
    const partly = PERMISSIONS.filter((permission) =>
      Object.values(ROLE_MATRIX[permission].roles).some((reach) => reach !== 'all'),
    );
    expect(WORKSPACE_PERMISSIONS).toEqual(expect.arrayContaining(partly));
  });

  it('WORK-36 SHARE-17 gives a user of a workspace nothing beyond the role in the organization but to read agents', () => {
    const given = PERMISSIONS.filter(
      (permission) => reachInWorkspace('workspace_user', permission) !== undefined,
    );
    expect(given).toEqual(['agents.read']);
  });

  it('holds no permission that no operation asks for', () => {
    const asked = new Set<string>(
      [...CONSOLE_OPERATIONS, ...MIRRORED_OPERATIONS].map(({ permission }) => permission),
    );
    expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual([]);
    expect(Object.keys(ROLE_MATRIX)).toEqual(PERMISSIONS);
  });
});
