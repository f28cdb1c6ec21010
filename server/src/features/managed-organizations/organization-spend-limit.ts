import type { OrganizationSpendLimit, OrganizationSpendLimitSetting } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { OperatorChange } from '#features/module';
import { changeByOperator } from '#features/organization';
import { findSpendOfOrganization, setOrganizationLimit, spendMonth } from '#features/spend-limits';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';

/** The cap of what a whole organization spends in a month, and what it has spent. */
export async function readOrganizationSpendLimit(
  scope: OrganizationScope,
  nowMs: number,
): Promise<OrganizationSpendLimit> {
  const { startS, endS } = spendMonth(nowMs);
  const { limitNanos, spentNanos } = await findSpendOfOrganization(scope, startS * 1000);
  return {
    type: 'organization_spend_limit',
    organization_id: scope.organizationId,
    limit_usd: limitNanos === null ? null : nanosToDecimal(limitNanos),
    spent_usd: nanosToDecimal(spentNanos),
    resets_at: toTimestamp(endS * 1000),
  };
}

/** It is the same limit that owners set. An unchanged value is neither written nor logged. */
export function setOrganizationSpendLimit(
  by: OperatorChange,
  organizationId: string,
  { limit_usd: limitUsd }: OrganizationSpendLimitSetting,
): Promise<OrganizationSpendLimit> {
  return changeByOperator(by, organizationId, async (change) => {
    const changed = await setOrganizationLimit(change, limitUsd);
    if (changed) {
      const { id, from, to } = changed;
      await by.note({
        event: 'spend_limit.updated',
        resource: { type: 'spend_limit', id },
        changes: { limit_usd: { from, to } },
        organizationId,
      });
    }
    return readOrganizationSpendLimit(change.scope, by.nowMs);
  });
}
