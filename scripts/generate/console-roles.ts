import {
  CONSOLE_OPERATIONS,
  type ConsoleOperation,
  MIRRORED_OPERATIONS,
  ORGANIZATION_ROLES,
  PERMISSIONS,
  type Reach,
  reachInWorkspace,
  reachOf,
  ROLE_MATRIX,
  WORKSPACE_PERMISSIONS,
  WORKSPACE_ROLES,
} from '@svc/contract';
import type { GeneratedFile } from '../generate.ts';

const REACHES: Readonly<Record<Reach, string>> = {
  all: 'yes',
  workspaces: 'own workspaces',
  own: 'own only',
};

const INTRODUCTION = `# Roles in the Console

Generated from \`contract/src/resources/\` and \`contract/src/permissions.ts\`; change it there. The service enforces this table on every request. Pages of the
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
    ROLE_MATRIX[permission].words,
    ...ORGANIZATION_ROLES.map((role) => mark(reachOf(role, permission))),
  ]);
  return table(['Permission', ...ORGANIZATION_ROLES.map(words)], rows);
}

function byWorkspaceRole(): string {
  const mentioned = WORKSPACE_PERMISSIONS.filter(
    (permission) => Object.keys(ROLE_MATRIX[permission].workspaceRoles ?? {}).length > 0,
  );
  const rows = mentioned.map((permission) => [
    ROLE_MATRIX[permission].words,
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
