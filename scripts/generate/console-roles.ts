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
  'ownership.transfer': 'Transfer primary ownership',
  'owners.manage':
    'Change owners and administrators, the spend limit of the organization, its MCP policy, email domains and inference hook',
  'outbox.read': 'Read mail that is held because no mail server is configured',
  'organization.manage': 'Change organization settings',
  'admin_keys.manage': 'Manage admin keys',
  'members.manage': 'Manage other members, invites and groups',
  'workspaces.manage': 'Create and archive workspaces, and set their IP allowlists',
  'workspaces.run': 'Manage members, limits and settings of a workspace',
  'spend_limits.manage': 'Manage spend limits',
  'audit.read': 'View the audit log',
  'plugins.manage': 'Add plugins and set who has them',
  'limits.read': 'View tier, and limits of the organization with their use',
  'workspace_limits.read': 'View limits of a workspace with their use',
  'billing.read': 'View plan, allowance, credits and ledger',
  'billing.manage': 'Record payments',
  'api_keys.read': 'View inference keys',
  'api_keys.manage': 'Change, rotate and revoke inference keys',
  'api_keys.create': 'Create inference keys',
  'usage.read': 'View usage, cost and requests',
  'playground.use': 'Use the playground',
  'files.manage': 'List, upload, download and delete files',
  'batches.manage': 'List, start and cancel batches',
  'webhooks.manage': 'Manage webhooks of a workspace, and read and repeat their deliveries',
  'organization_webhooks.manage': 'Manage webhooks of the organization, and read and repeat their deliveries',
  'tunnels.manage': 'Create, change, rotate and delete tunnels and their certificates',
  'prompts.manage': 'List and create prompt templates, and move their labels',
};

const REACHES: Readonly<Record<Reach, string>> = {
  all: 'yes',
  workspaces: 'own workspaces',
  own: 'own only',
};

const INTRODUCTION = `# Roles in the Console

Generated from \`contract/src/permissions.ts\`; change it there. The service enforces this table on every request. Pages of the
Console hide what a role does not allow.

*Own workspaces*: workspaces the person is a member of. To create keys and to work with files and webhooks, they need the role of developer or higher there.
*Own only*: what the person created or used themselves.
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
  return table(['Permission', ...ORGANIZATION_ROLES.map(words)], rows);
}

function byWorkspaceRole(): string {
  const mentioned = WORKSPACE_PERMISSIONS.filter(
    (permission) => Object.keys(WORKSPACE_ROLE_MATRIX[permission]).length > 0,
  );
  const rows = mentioned.map((permission) => [
    WORDS[permission],
    ...WORKSPACE_ROLES.map((role) => mark(reachInWorkspace(role, permission))),
  ]);
  return table(['Permission in the workspace', ...WORKSPACE_ROLES.map(words)], rows);
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
    '## Workspace roles\n',
    `${byWorkspaceRole()}\n`,
    '## Permissions by operation\n',
    '`signed_in` means that every member of the organization may call the operation.\n',
    `${byOperation()}\n`,
  ];
  return Promise.resolve([{ path: 'docs/console-roles.md', text: parts.join('\n') }]);
}
