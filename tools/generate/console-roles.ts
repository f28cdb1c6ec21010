import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  MIRRORED_OPERATIONS,
  ORGANIZATION_ROLES,
  type Permission,
  PERMISSIONS,
  type Reach,
  reachInWorkspace,
  reachOf,
  WORKSPACE_PERMISSIONS,
  WORKSPACE_ROLE_MATRIX,
  WORKSPACE_ROLES,
} from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

const WORDS: Readonly<Record<Permission, string>> = {
  'ownership.transfer': 'Hand over the office of primary owner',
  'owners.manage':
    'Change owners and administrators, the spend limit of the organization, its MCP policy and e-mail domains',
  'outbox.read': 'Read mails that wait because no mail server is set',
  'organization.manage': 'Settings of the organization',
  'admin_keys.manage': 'Admin keys',
  'members.manage': 'Other members, invites, groups',
  'workspaces.manage': 'Create and archive workspaces, their IP allowlists',
  'workspaces.run': 'Members, limits and settings of a workspace',
  'spend_limits.manage': 'Spend limits',
  'audit.read': 'Audit log',
  'limits.read': 'Tier and rate limits',
  'billing.read': 'See plan, allowance, credits and ledger',
  'billing.manage': 'Record payments',
  'api_keys.read': 'See inference keys',
  'api_keys.manage': 'Change, rotate and revoke inference keys',
  'api_keys.create': 'Create inference keys',
  'usage.read': 'Usage, cost and requests',
  'playground.use': 'Playground',
};

const REACHES: Readonly<Record<Reach, string>> = {
  all: 'yes',
  workspaces: 'own workspaces',
  own: 'own only',
};

const INTRODUCTION = `# Roles in the Console

Generated from \`contract/src/permissions.ts\`; change it there. The service enforces this table on every request, and a page leaves
out what it does not grant.

*Own workspaces* are those a person is a member of; for creating keys, with the role of developer or higher. *Own only* is
what they made or used themselves.
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function words(role: string): string {
  return role.replaceAll('_', ' ');
}

function mark(reach: Reach | undefined): string {
  return reach ? REACHES[reach] : '–';
}

function byRole(): string {
  const rows = PERMISSIONS.map((permission) => [
    WORDS[permission],
    ...ORGANIZATION_ROLES.map((role) => mark(reachOf(role, permission))),
  ]);
  return table(['May…', ...ORGANIZATION_ROLES.map(words)], rows);
}

function byWorkspaceRole(): string {
  const mentioned = WORKSPACE_PERMISSIONS.filter(
    (permission) => Object.keys(WORKSPACE_ROLE_MATRIX[permission]).length > 0,
  );
  const rows = mentioned.map((permission) => [
    WORDS[permission],
    ...WORKSPACE_ROLES.map((role) => mark(reachInWorkspace(role, permission))),
  ]);
  return table(['May there…', ...WORKSPACE_ROLES.map(words)], rows);
}

function byOperation(): string {
  const operations: readonly ConsoleOperation[] = [...MIRRORED_OPERATIONS, ...CONSOLE_OPERATIONS];
  const rows = operations.map(({ method, path, permission }) => [
    `\`${method} ${path}\``,
    `\`${permission}\``,
  ]);
  return table(
    ['Operation', 'Permission'],
    rows.toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en')),
  );
}

/** Who may do what in the Console, in tables. */
export function outputs(): Promise<GeneratedFile[]> {
  const parts = [
    INTRODUCTION,
    `${byRole()}\n`,
    '## What a role in a workspace adds there\n',
    `${byWorkspaceRole()}\n`,
    '## What each operation asks for\n',
    'A permission, or `signed_in`: every member of the organization.\n',
    `${byOperation()}\n`,
  ];
  return Promise.resolve([{ path: 'docs/console-roles.md', text: parts.join('\n') }]);
}
