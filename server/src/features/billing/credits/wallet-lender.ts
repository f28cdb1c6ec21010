import type { Kysely } from 'kysely';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { borrowFromWallet, keepLease } from '../store/leases.ts';
import type { Loan, WalletLender } from './wallet-slice.ts';

export interface LenderOptions {
  readonly db: Kysely<Tables>;
  readonly organizationId: string;
  readonly holder: string;
  readonly holdMs: () => number;
  readonly clock: Clock;
}

/** A balance above this multiple of the largest requested hold is lent in larger parts. */
const FAR_FROM_EMPTY = 1000;
/** One node gets an extra 1/SHARE of the balance. */
const SHARE = 16;

/** Lends parts of one organization's balance, using the database's figures. */
export function walletLender({ db, organizationId, holder, holdMs, clock }: LenderOptions): WalletLender {
  const lease = (): { organizationId: string; holder: string; expiresAtMs: number } => ({
    organizationId,
    holder,
    expiresAtMs: clock.nowMs() + holdMs(),
  });
  return {
    holdMs,
    async borrow(wanted, spareNanos) {
      let loan: Loan | undefined;
      await borrowFromWallet(db, lease(), clock.nowMs(), (availableNanos, lentElsewhere) => {
        loan = { ...lend(wanted, spareNanos, availableNanos), lentElsewhere };
        return loan.nanos;
      });
      return loan!;
    },
    async keep(nanos) {
      return { overdrawn: (await keepLease(db, lease(), clock.nowMs(), nanos)) < 0 };
    },
  };
}

/**
 * Covers holds in order as far as the balance allows; of an overdrawn balance (below zero), only what the
 * node has to spare beyond the overrun. Far from empty it lends more, so that a busy wallet is queried about
 * once a second. Near empty it lends exactly what is needed, so that no node refuses a request because
 * another one keeps money to spare.
 */
export function lend(
  wanted: readonly number[],
  spareNanos: number,
  availableNanos: number,
): Omit<Loan, 'lentElsewhere'> {
  let budget = availableNanos + spareNanos;
  let needed = 0;
  const covered = wanted.map((nanos) => {
    if (nanos > budget) return false;
    budget -= nanos;
    needed += nanos;
    return true;
  });
  const lent = needed === 0 ? 0 : Math.max(0, needed - spareNanos);
  const rest = availableNanos - lent;
  const extra = rest >= Math.max(...wanted) * FAR_FROM_EMPTY ? Math.floor(rest / SHARE) : 0;
  return { covered, nanos: lent + extra, ample: extra > 0, overdrawn: rest < 0 };
}
