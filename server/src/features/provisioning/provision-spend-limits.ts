import { decimalToNanos, type ProvisionedGroup, type ProvisionedSpendLimit } from '#config';
import { addGroupMembers, findGroupIds, insertGroup } from '#features/groups';
import { ProvisioningError } from './provisioning-error.ts';
import { requireMember, requireWorkspace, type ProvisionScope } from './provision-scope.ts';
import {
  deleteSpendLimitRow,
  findSpendLimit,
  insertSpendLimit,
  saveSpendLimit,
  type SpendScope,
} from '#features/spend-limits';
import { OrganizationScope } from '#store';

/** Makes missing groups, and returns the ids of all by name. Who is in one is settled at creation and by `update`. */
export async function provisionGroups(
  scope: ProvisionScope,
  groups: readonly ProvisionedGroup[],
): Promise<ReadonlyMap<string, string>> {
  const organization = new OrganizationScope(scope.trx, scope.organizationId);
  const ids = await findGroupIds(organization);
  for (const { name, members } of groups) {
    const label = `group "${name}"`;
    const found = ids.get(name);
    if (found !== undefined && !scope.update) continue;
    const id = found ?? (await insertGroup(organization, name, scope.nowMs));
    const added = await addGroupMembers(
      organization,
      id,
      members.map((email) => requireMember(scope, email, label).userId),
    );
    if (found === undefined) scope.report.created.push(`${label} of "${scope.organization}"`);
    else if (added > 0) scope.report.updated.push(`${label} of "${scope.organization}"`);
    ids.set(name, id);
  }
  return ids;
}

export async function provisionSpendLimits(
  scope: ProvisionScope,
  limits: readonly ProvisionedSpendLimit[],
  groupIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const limit of limits) {
    const label = `spend limit (${limit.scope}) of "${scope.organization}"`;
    await provisionSpendLimit(scope, scopeOf(scope, limit, groupIds), limit.limit_usd, label);
  }
}

function scopeOf(
  scope: ProvisionScope,
  limit: ProvisionedSpendLimit,
  groupIds: ReadonlyMap<string, string>,
): SpendScope {
  switch (limit.scope) {
    case 'organization':
      return { scope: 'organization' };
    case 'workspace':
      return { scope: 'workspace', workspaceId: requireWorkspace(scope, limit.workspace, 'a spend limit') };
    case 'member':
      return { scope: 'member', userId: requireMember(scope, limit.member, 'a spend limit').userId };
    case 'group': {
      const groupId = groupIds.get(limit.group);
      if (groupId === undefined)
        throw new ProvisioningError(
          scope.organization,
          `a spend limit names the group "${limit.group}", which does not exist`,
        );
      return { scope: 'group', groupId };
    }
  }
}

/** Sets a limit where there is none. With `update` also changes one, and lifts it when `limitUsd` is null. */
export async function provisionSpendLimit(
  scope: ProvisionScope,
  spendScope: SpendScope,
  limitUsd: string | null,
  label: string,
): Promise<void> {
  const { nowMs } = scope;
  const organization = new OrganizationScope(scope.trx, scope.organizationId);
  const limitNanos = limitUsd === null ? null : decimalToNanos(limitUsd);
  const found = await findSpendLimit(organization, spendScope);
  if (found === undefined) {
    if (limitNanos === null) return;
    await insertSpendLimit(organization, spendScope, limitNanos, nowMs);
    scope.report.created.push(label);
    return;
  }
  if (!scope.update || found.limit_nanos === limitNanos) return;
  if (limitNanos === null) await deleteSpendLimitRow(organization, found.id);
  else await saveSpendLimit(organization, found.id, limitNanos, nowMs);
  scope.report.updated.push(label);
}
