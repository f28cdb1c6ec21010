import { KEY_PREFIXES } from '@svc/contract';
import type { Problem } from '../config-error.ts';
import { items, member, text, type Path } from '../read-loosely.ts';
import { formatPath } from '../format-path.ts';

type Report = (path: Path, message: string) => void;

/**
 * What a schema of single values cannot see: references within the provisioning file, and what must be unique. Runs on
 * the raw value next to the schema; what has the wrong shape is passed over here. Secrets are compared, never quoted.
 */
export function checkProvisioningReferences(raw: unknown): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (path, message) => problems.push({ path: formatPath(path), message });
  const organizations = items(raw, 'organizations');
  checkUnique(organizations, 'name', ['organizations'], report, (name) => name);
  organizations.forEach((organization, index) =>
    checkOrganization(organization, ['organizations', index], report),
  );
  checkSecrets(organizations, report);
  checkAccounts(organizations, report);
  return problems;
}

function checkOrganization(organization: unknown, path: Path, report: Report): void {
  const lower = (value: string) => value.toLowerCase();
  const emails = new Set(
    items(organization, 'members').flatMap((entry) => text(entry, 'email')?.toLowerCase() ?? []),
  );
  const workspaces = new Set([
    'default',
    ...items(organization, 'workspaces').flatMap((entry) => text(entry, 'name')?.toLowerCase() ?? []),
  ]);
  const groups = new Set(items(organization, 'groups').flatMap((entry) => text(entry, 'name') ?? []));
  checkUnique(items(organization, 'members'), 'email', [...path, 'members'], report, lower);
  checkUnique(items(organization, 'workspaces'), 'name', [...path, 'workspaces'], report, lower);
  for (const section of ['keys', 'admin_keys', 'groups']) {
    checkUnique(items(organization, section), 'name', [...path, section], report, (name) => name);
  }
  checkPrimaryOwner(organization, path, report);
  const known = { emails, workspaces, groups };
  for (const section of ['keys', 'admin_keys'] as const) {
    items(organization, section).forEach((key, at) =>
      checkKey(key, section, known, [...path, section, at], report),
    );
  }
  items(organization, 'groups').forEach((group, at) =>
    checkGroup(group, known, [...path, 'groups', at], report),
  );
  checkSpendLimits(organization, known, path, report);
  checkRepeats(items(organization, 'models'), [...path, 'models'], report);
  items(organization, 'workspaces').forEach((workspace, at) => {
    checkRepeats(items(workspace, 'models'), [...path, 'workspaces', at, 'models'], report);
    checkUnique(
      items(workspace, 'rate_limits'),
      'model',
      [...path, 'workspaces', at, 'rate_limits'],
      report,
      (model) => model,
    );
  });
}

interface Known {
  readonly emails: ReadonlySet<string>;
  readonly workspaces: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** None is allowed: the first can be named later. Two would be refused by the database halfway. */
function checkPrimaryOwner(organization: unknown, path: Path, report: Report): void {
  let first: number | undefined;
  items(organization, 'members').forEach((entry, at) => {
    if (text(entry, 'role') !== 'primary_owner') return;
    if (first === undefined) first = at;
    else report([...path, 'members', at, 'role'], `members[${first}] is already the primary owner`);
  });
}

function checkKey(
  key: unknown,
  section: 'keys' | 'admin_keys',
  known: Known,
  path: Path,
  report: Report,
): void {
  const creator = text(key, 'created_by');
  if (creator !== undefined && !known.emails.has(creator.toLowerCase()))
    report([...path, 'created_by'], `"${creator}" is not a member`);
  if (section === 'admin_keys') return;
  const workspace = text(key, 'workspace');
  if (workspace !== undefined && !known.workspaces.has(workspace.toLowerCase())) {
    report([...path, 'workspace'], `there is no workspace "${workspace}"`);
  }
  const kind = text(key, 'kind') ?? 'private';
  const secret = text(key, 'secret');
  if (secret === undefined || !Object.hasOwn(KEY_PREFIXES, kind)) return;
  const prefix = KEY_PREFIXES[kind as keyof typeof KEY_PREFIXES];
  const isOther = Object.values(KEY_PREFIXES).some((other) => other !== prefix && secret.startsWith(other));
  if (isOther) report([...path, 'secret'], `must start with ${prefix}, since its kind is ${kind}`);
}

function checkGroup(group: unknown, known: Known, path: Path, report: Report): void {
  const members = items(group, 'members').map((entry) =>
    typeof entry === 'string' ? entry.toLowerCase() : entry,
  );
  members.forEach((entry, at) => {
    if (typeof entry === 'string' && !known.emails.has(entry))
      report([...path, 'members', at], `"${entry}" is not a member`);
  });
  checkRepeats(members, [...path, 'members'], report);
}

function checkSpendLimits(organization: unknown, known: Known, path: Path, report: Report): void {
  const targets = new Map<string, string>();
  items(organization, 'workspaces').forEach((workspace, at) => {
    const name = text(workspace, 'name');
    if (name !== undefined && member(workspace, 'spend_limit_usd') !== undefined) {
      targets.set(
        `workspace ${name.toLowerCase()}`,
        formatPath([...path, 'workspaces', at, 'spend_limit_usd']),
      );
    }
  });
  items(organization, 'spend_limits').forEach((limit, at) => {
    const scope = text(limit, 'scope') ?? '';
    const here = [...path, 'spend_limits', at];
    const target = scope === 'organization' ? '' : text(limit, scope);
    if (target === undefined) return;
    const name = scope === 'group' ? target : target.toLowerCase();
    if (scope === 'workspace' && !known.workspaces.has(name))
      report([...here, scope], `there is no workspace "${target}"`);
    if (scope === 'member' && !known.emails.has(name))
      report([...here, scope], `"${target}" is not a member`);
    if (scope === 'group' && !known.groups.has(name))
      report([...here, scope], `there is no group "${target}"`);
    const earlier = targets.get(`${scope} ${name}`);
    if (earlier === undefined) targets.set(`${scope} ${name}`, formatPath(here));
    else report(here, `${earlier} limits the same`);
  });
}

function checkSecrets(organizations: readonly unknown[], report: Report): void {
  const first = new Map<string, string>();
  organizations.forEach((organization, index) => {
    for (const section of ['keys', 'admin_keys']) {
      items(organization, section).forEach((key, at) => {
        const secret = text(key, 'secret');
        if (secret === undefined) return;
        const path = ['organizations', index, section, at, 'secret'];
        const earlier = first.get(secret);
        if (earlier === undefined) first.set(secret, formatPath(path));
        else report(path, `is the same as ${earlier}`);
      });
    }
  });
}

/** A person is one account, so what belongs to the account must not differ between organizations. */
function checkAccounts(organizations: readonly unknown[], report: Report): void {
  const first = new Map<string, { value: string; path: string }>();
  organizations.forEach((organization, index) => {
    items(organization, 'members').forEach((entry, at) => {
      for (const key of ['password', 'account']) {
        const email = text(entry, 'email');
        const value = text(entry, key);
        if (email === undefined || value === undefined) continue;
        const path = ['organizations', index, 'members', at, key];
        const earlier = first.get(`${key} ${email.toLowerCase()}`);
        if (earlier === undefined)
          first.set(`${key} ${email.toLowerCase()}`, { value, path: formatPath(path) });
        else if (earlier.value !== value)
          report(path, `differs from ${earlier.path}, which is the same account`);
      }
    });
  });
}

function checkUnique(
  entries: readonly unknown[],
  key: string,
  path: Path,
  report: Report,
  fold: (value: string) => string,
): void {
  const first = new Map<string, number>();
  entries.forEach((entry, index) => {
    const value = text(entry, key);
    if (value === undefined) return;
    const earlier = first.get(fold(value));
    if (earlier === undefined) first.set(fold(value), index);
    else report([...path, index, key], `"${value}" is already used at ${formatPath([...path, earlier])}`);
  });
}

function checkRepeats(values: readonly unknown[], path: Path, report: Report): void {
  values.forEach((value, at) => {
    if (typeof value === 'string' && values.indexOf(value) !== at)
      report([...path, at], `"${value}" is listed twice`);
  });
}
