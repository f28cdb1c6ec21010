import type { SpendLimit } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { toTimestamp } from '#kit';
import type { Tables } from '#store';

/** A limit and what was spent of it this month. */
export interface StoredSpendLimit {
  readonly id: string;
  readonly scope: Tables['spend_limits']['scope'];
  readonly workspace_id: string | null;
  readonly user_id: string | null;
  readonly group_id: string | null;
  readonly limit_nanos: number;
  readonly spent_nanos: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The limit as the Admin API shows it and events carry it (D-ADM-5, D-HOOK-13). */
export function toSpendLimit(limit: StoredSpendLimit, resetsAtS: number): SpendLimit {
  return {
    id: limit.id,
    type: 'spend_limit',
    scope: {
      type: limit.scope,
      ...(limit.workspace_id === null ? {} : { workspace_id: limit.workspace_id }),
      ...(limit.user_id === null ? {} : { user_id: limit.user_id }),
      ...(limit.group_id === null ? {} : { group_id: limit.group_id }),
    },
    limit_usd: nanosToDecimal(limit.limit_nanos),
    period: 'month',
    spent_usd: nanosToDecimal(limit.spent_nanos),
    resets_at: toTimestamp(resetsAtS * 1000),
    created_at: toTimestamp(limit.created_at),
    updated_at: toTimestamp(limit.updated_at),
  };
}
