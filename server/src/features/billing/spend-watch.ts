import type { CreditBalance } from '@svc/contract';
import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { recordEvents } from '#events';
import { spendMonth, toSpendLimit } from '#features/spend-limits';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { noteLowBalances, type LowBalance } from './store/low-balances.ts';
import { findReachedThresholds } from './store/spend-thresholds.ts';

const INTERVAL_MS = 10_000;

/**
 * Records an event once per limit, threshold and month when credit spend reaches 50, 80 or 100 % of a spend
 * limit, and each time a balance falls below its trigger (D-HOOK-13). Compares totals instead of listening to
 * charges, so that it also finds what happened while the job did not run or on a node that died.
 */
export function spendWatch({
  db,
  clock,
}: {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}): PeriodicJob {
  const run = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    await noteThresholds(db, nowMs);
    await noteLowBalances(db, toCreditBalance, nowMs);
  };
  return { name: 'billing.spend_watch', everyMs: INTERVAL_MS, run };
}

async function noteThresholds(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const month = spendMonth(nowMs);
  await db.transaction().execute(async (trx) => {
    const reached = await findReachedThresholds(trx, month.startS * 1000);
    await recordEvents(
      trx,
      reached.map((threshold) => ({
        organizationId: threshold.organization_id,
        workspaceId: threshold.workspace_id,
        type: 'spend.threshold_reached',
        data: { object: toSpendLimit(threshold, month.endS), threshold_percent: threshold.percent },
        dedupeKey: threshold.dedupe_key,
      })),
      nowMs,
    );
  });
}

/**
 * The balance as `credits.low_balance` carries it. No payment provider is connected, so nothing is reloaded
 * automatically.
 */
function toCreditBalance(wallet: LowBalance): CreditBalance {
  return {
    type: 'credit_balance',
    balance_usd: nanosToDecimal(wallet.balance_nanos),
    auto_reload: {
      enabled: false,
      trigger_usd: nanosToDecimal(wallet.reload_trigger_nanos),
      last_error: null,
    },
  };
}
