import { ApiError, type WorkspaceUpdate } from '@svc/contract';
import { decimalToNanos } from '#config';
import type { MutationContext } from '#features/audit';
import {
  deleteSpendLimitRow,
  findSpendLimit,
  insertSpendLimit,
  saveSpendLimit,
} from '#features/spend-limits';
import { acceptEntries, normalizeIpEntry } from '#kit';

/** What the deployment allows of workspaces. */
export interface WorkspaceRules {
  readonly regions: readonly string[];
  readonly mostActive: number;
}

/** Settings a caller sent, as they are stored. Refuses what the schema cannot know. */
export function acceptSettings<S extends WorkspaceUpdate>(settings: S, { regions }: WorkspaceRules) {
  const { spend_limit_usd: _elsewhere, ...columns } = settings;
  if (settings.data_region !== undefined && !regions.includes(settings.data_region)) {
    throw new ApiError('unknown_region', { param: 'data_region' });
  }
  return { ...columns, allowed_ips: acceptEntries(settings.allowed_ips, 'allowed_ips', normalizeIpEntry) };
}

/** The cap of a workspace and its spend limit are one row (D-ADM-5). Undefined stays as it is, null is no cap. */
export async function setWorkspaceCap(
  { scope, nowMs }: MutationContext,
  workspaceId: string,
  limitUsd: string | null | undefined,
): Promise<void> {
  if (limitUsd === undefined) return;
  const spendScope = { scope: 'workspace', workspaceId } as const;
  const found = await findSpendLimit(scope, spendScope);
  if (limitUsd === null) {
    if (found) await deleteSpendLimitRow(scope, found.id);
  } else if (found) await saveSpendLimit(scope, found.id, decimalToNanos(limitUsd), nowMs);
  else await insertSpendLimit(scope, spendScope, decimalToNanos(limitUsd), nowMs);
}
