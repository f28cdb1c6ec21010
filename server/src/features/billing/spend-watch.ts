import type { Kysely } from 'kysely';
import { nanosToDecimal } from '#config';
import { spendMonth, toSpendLimit } from '#features/spend-limits';
import { describeError, newId, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { noteLowBalances, type LowBalance } from './store/low-balances.ts';
import { insertEvents } from './store/outbox.ts';
import { findReachedThresholds } from './store/spend-thresholds.ts';

const INTERVAL_MS = 10_000;

/**
 * Notes once per limit, threshold and month that credit spend reached 50, 80 or 100 % of a spend limit, and each time a
 * balance fell below its trigger (D-HOOK-13). It looks at the totals instead of listening to charges: what happened while
 * nobody looked, or on a node that died, is found all the same.
 */
export class SpendWatch {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #looking: Promise<void> | undefined;

  constructor({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.look(), INTERVAL_MS).unref();
    // One that is under way may have begun before the time was moved.
    this.#stopListening = clock.onAdvance(async () => {
      await this.#looking;
      await this.look();
    });
  }

  /** Never rejects: what is not noted now is found the next time. */
  look(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    await this.#looking;
  }

  async #look(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    try {
      await this.#noteThresholds(nowMs);
      await noteLowBalances(this.#db, toCreditBalance, nowMs);
    } catch (error) {
      this.#log.warn({ error: describeError(error) }, 'spend could not be compared with its limits; it is tried again');
    }
  }

  async #noteThresholds(nowMs: number): Promise<void> {
    const month = spendMonth(nowMs);
    const reached = await findReachedThresholds(this.#db, month.startS * 1000);
    if (reached.length === 0) return;
    await insertEvents(
      this.#db,
      reached.map((threshold) => ({
        id: newId('evt_', nowMs),
        organization_id: threshold.organization_id,
        workspace_id: threshold.workspace_id,
        type: 'spend.threshold_reached',
        data: { object: toSpendLimit(threshold, month.endS), threshold_percent: threshold.percent },
        dedupe_key: threshold.dedupe_key,
        created_at: nowMs,
      })),
    );
  }
}

/** As `credits.low_balance` carries it. No payment provider is connected, so nothing reloads by itself. */
function toCreditBalance(wallet: LowBalance): object {
  return {
    type: 'credit_balance',
    balance_usd: nanosToDecimal(wallet.balance_nanos),
    auto_reload: { enabled: false, trigger_usd: nanosToDecimal(wallet.reload_trigger_nanos), last_error: null },
  };
}
