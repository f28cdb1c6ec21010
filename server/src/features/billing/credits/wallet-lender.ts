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

/** Balances of more than this many of the largest hold asked for are lent in larger parts. */
const FAR_FROM_EMPTY = 1000;
/** The part of what is there that one node gets beyond what it asked for. */
const SHARE = 16;

/** Lends parts of one organization's balance, as the database has it. */
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
 * Covers what can be covered, in order; of an overdrawn balance (below zero) what the node has to spare beyond that. Far from
 * empty it lends more, so that a busy wallet is asked about once a second; near empty exactly what is needed, so that no node
 * refuses for what another one keeps to spare.
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
