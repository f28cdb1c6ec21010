import { ApiError, type SpendLimit, type SpendLimitSetting } from '@svc/contract';
import { decimalToNanos, nanosToDecimal } from '#config';
import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import type { OrganizationScope } from '#store';
import { readSpendLimit } from './spend-limits.ts';
import {
  deleteSpendLimitRow,
  findSpendLimit,
  insertSpendLimit,
  isArchivedWorkspace,
  targetExists,
  saveSpendLimit,
  type SpendScope,
} from './store.ts';

/** Sets the limit of a scope, which may have had one (D-ADM-5). That of the whole organization is for owners (D-ADM-11). */
export async function setSpendLimit(
  change: MutationContext,
  { scope: wanted, limit_usd: limitUsd }: SpendLimitSetting,
): Promise<{ readonly isNew: boolean; readonly limit: SpendLimit }> {
  if (wanted.type === 'organization') requireOwner(change);
  return saveLimitOf(change, targetOf(wanted), limitUsd);
}

/** The same for the whole organization by an operator, whom no role of it binds. Null removes the limit. Undefined: it was so before. */
export async function setOrganizationLimit(
  change: MutationContext,
  limitUsd: string | null,
): Promise<ChangedLimit | undefined> {
  const target = { scope: 'organization' } as const;
  const found = await findSpendLimit(change.scope, target);
  const [from, to] = [
    found ? nanosToDecimal(found.limit_nanos) : null,
    limitUsd === null ? null : nanosToDecimal(decimalToNanos(limitUsd)),
  ];
  if (from === to) return undefined;
  if (to !== null) return { id: (await saveLimitOf(change, target, to)).limit.id, from, to };
  const { id } = found!;
  await deleteSpendLimitRow(change.scope, id);
  await audit(change, id, target, from, null);
  return { id, from, to };
}

interface ChangedLimit {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
}

async function saveLimitOf(
  change: MutationContext,
  target: SpendScope,
  limitUsd: string,
): Promise<{ readonly isNew: boolean; readonly limit: SpendLimit }> {
  const { scope, nowMs } = change;
  if (!(await targetExists(scope, target))) throw unknownTarget(target);
  await refuseArchived(scope, target);
  const found = await findSpendLimit(scope, target);
  const limitNanos = decimalToNanos(limitUsd);
  const id = found?.id ?? (await insertSpendLimit(scope, target, limitNanos, nowMs));
  if (found) await saveSpendLimit(scope, id, limitNanos, nowMs);
  await audit(
    change,
    id,
    target,
    found ? nanosToDecimal(found.limit_nanos) : null,
    nanosToDecimal(limitNanos),
  );
  return { isNew: !found, limit: await readSpendLimit(scope, id, nowMs) };
}

export async function deleteSpendLimit(change: MutationContext, id: string): Promise<object> {
  const { scope, nowMs } = change;
  const limit = await readSpendLimit(scope, id, nowMs);
  if (limit.scope.type === 'organization') requireOwner(change);
  const { workspace_id: workspaceId } = limit.scope;
  const target: SpendScope =
    workspaceId === undefined ? { scope: 'organization' } : { scope: 'workspace', workspaceId };
  await refuseArchived(scope, target);
  await deleteSpendLimitRow(scope, id);
  await audit(change, id, target, limit.limit_usd, null);
  return { id, type: 'spend_limit', deleted: true };
}

async function audit(
  change: MutationContext,
  id: string,
  target: SpendScope,
  from: string | null,
  to: string | null,
): Promise<void> {
  await auditChange(change, {
    event: 'spend_limit.updated',
    resource: { type: 'spend_limit', id },
    workspaceId: 'workspaceId' in target ? target.workspaceId : null,
    changes: { limit_usd: { from, to } },
  });
  // Who pays is judged by it, on every node.
  change.touchesCredentials = true;
}

/** The limit of a workspace and its cap are one: what PATCH of an archived one refuses is refused here too (D-WORK-2). */
async function refuseArchived(scope: OrganizationScope, target: SpendScope): Promise<void> {
  if (target.scope === 'workspace' && (await isArchivedWorkspace(scope, target.workspaceId)))
    throw new ApiError('resource_conflict', {
      param: 'scope.workspace_id',
      message: 'The workspace is archived. Unarchive it first.',
    });
}

function targetOf(scope: SpendLimitSetting['scope']): SpendScope {
  switch (scope.type) {
    case 'organization':
      return { scope: 'organization' };
    case 'workspace':
      return { scope: 'workspace', workspaceId: scope.workspace_id };
    case 'member':
      return { scope: 'member', userId: scope.user_id };
    case 'group':
      return { scope: 'group', groupId: scope.group_id };
  }
}

function unknownTarget(target: SpendScope): ApiError {
  if ('workspaceId' in target) return new ApiError('workspace_not_found', { param: 'scope.workspace_id' });
  if ('userId' in target) return new ApiError('user_not_found', { param: 'scope.user_id' });
  return new ApiError('invalid_parameter', {
    param: 'scope.group_id',
    message: 'The organization has no group with this id.',
  });
}
