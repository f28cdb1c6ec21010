import { ApiError, type SpendLimit, type SpendLimitQuery } from '@svc/contract';
import { listPage, isWellFormedId, type ListBody } from '#features/listing';
import type { OrganizationScope } from '#store';
import { toSpendLimit } from './spend-limit-object.ts';
import { spendMonth } from './spend-month.ts';
import { findSpendLimits, loadLimitsOf, loadSpendLimit, type LimitsOf } from './store.ts';

export function listSpendLimits(
  scope: OrganizationScope,
  query: SpendLimitQuery,
  nowMs: number,
): Promise<ListBody> {
  const month = spendMonth(nowMs);
  return listPage(query, {
    read: (page) => findSpendLimits(scope, query, month.startS * 1000, page),
    hasPlace: isWellFormedId('spendLimit'),
    toItem: (limit) => toSpendLimit(limit, month.endS),
    idOf: ({ id }) => id,
  });
}

export async function readSpendLimit(
  scope: OrganizationScope,
  id: string,
  nowMs: number,
): Promise<SpendLimit> {
  const month = spendMonth(nowMs);
  const limit = await loadSpendLimit(scope, id, month.startS * 1000);
  if (!limit) throw new ApiError('spend_limit_not_found');
  return toSpendLimit(limit, month.endS);
}

/** What was spent this month of limits that apply together. */
export async function readSpendLimitsOf(
  scope: OrganizationScope,
  of: LimitsOf,
  nowMs: number,
): Promise<SpendLimit[]> {
  const month = spendMonth(nowMs);
  const limits = await loadLimitsOf(scope, of, month.startS * 1000);
  return limits.map((limit) => toSpendLimit(limit, month.endS));
}
