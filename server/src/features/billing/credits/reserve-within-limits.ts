import type { CachedWallet } from './cached-wallet.ts';
import type { CreditReservation } from './credit-reservation.ts';
import { usageUncheckable } from '../usage-uncheckable.ts';

/** Whether this node may spend this much of every limit on these scopes without asking. */
export function isWithinLeases(
  { leases, spend }: CachedWallet,
  scopes: readonly string[],
  nanos: number,
): boolean {
  return !leases || leases.covers(spend.limitedOf(scopes), nanos);
}

export interface LimitedCall {
  readonly account: CachedWallet;
  readonly scopes: readonly string[];
  readonly nanos: number;
  readonly admittedAtMs: number;
  readonly reserve: () => CreditReservation;
}

/**
 * Holds a call's worst case against the spend limits on its scopes, exactly over all nodes (D-87), as long as
 * recorded spend plus all nodes' holds are below each limit. Otherwise the scope whose limit is reached. Rejects with
 * 503 `usage_check_unavailable`.
 */
export async function reserveWithinLimits({
  account,
  scopes,
  nanos,
  admittedAtMs,
  reserve,
}: LimitedCall): Promise<CreditReservation | string> {
  const { leases, spend } = account;
  const reached = spend.findReached(scopes, admittedAtMs);
  if (reached !== undefined) return reached;
  if (!leases || leases.covers(spend.limitedOf(scopes), nanos)) return reserve();
  const counters = (): string[] => spend.limitedOf(scopes);
  let full: string | undefined;
  try {
    const reserved = await account.claim(leases, {
      counters,
      amount: nanos,
      left: (scope) => spend.left(scope, admittedAtMs),
      passes: (leftBesideOthers) => {
        full = counters().find((scope) => leftBesideOthers(scope) <= 0);
        return full === undefined;
      },
      reserve,
      undo: (reservation) => reservation.forgo(),
    });
    return reserved ?? full!;
  } catch (cause) {
    throw usageUncheckable(cause);
  }
}
