import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { recordEvents, type EventData } from '#events';
import { spendMonth, toSpendLimit } from '#features/spend-limits';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { noteLowBalances, type LowBalance } from './store/low-balances.ts';
import { findReachedThresholds } from './store/spend-thresholds.ts';

const INTERVAL_MS = 10_000;

/**
 * Notes once per limit, threshold and month that credit spend reached 50, 80 or 100 % of a spend limit, and each time a
 * balance fell below its trigger (D-HOOK-13). It looks at the totals instead of listening to charges: what happened while
 * nobody looked, or on a node that died, is found all the same.
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
  const reached = await findReachedThresholds(db, month.startS * 1000);
  await recordEvents(
    db,
    reached.map((threshold) => ({
      organizationId: threshold.organization_id,
      workspaceId: threshold.workspace_id,
      type: 'spend.threshold_reached',
      data: { object: toSpendLimit(threshold, month.endS), threshold_percent: threshold.percent },
      dedupeKey: threshold.dedupe_key,
    })),
    nowMs,
  );
}

/** As `credits.low_balance` carries it. No payment provider is connected, so nothing reloads by itself. */
function toCreditBalance(wallet: LowBalance): EventData['credits.low_balance'] {
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
