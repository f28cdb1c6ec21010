import type { Tables } from '#store';

/**
 * One kind of leases, on rows of a table whose `lease_ends_at` says until when. Declared once, beside the statements of its table; what lapses
 * is judged by it in every statement.
 */
export interface LeaseKind {
  readonly table: keyof Tables;
  /** A process that does not renew its leases for this long counts as dead. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /**
   * Leases that end later than any can have lapsed, too: they were made before the clock was set back. Not where a node whose clock is ahead of
   * others must keep its work.
   */
  readonly recoversAhead?: true;
}

/** What is left behind: leases that ended before `nowMs`, or end after `latestMs`. */
export interface LapseBounds {
  readonly nowMs: number;
  readonly latestMs: number | undefined;
}
