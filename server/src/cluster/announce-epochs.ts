import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#kit';
import { LEASE_MS } from './rate-script.ts';
import { RedisUnavailable } from './redis-connection.ts';
import type { SharedCounters } from './shared-counters.ts';

/** An organization whose credentials changed, and its credential epoch after the change. */
export interface EpochChange {
  readonly organizationId: string;
  readonly epoch: number;
}

/** Resolves when every node re-evaluates the credentials of these organizations. */
export type CredentialsChanged = (changes: readonly EpochChange[]) => Promise<void>;

/** A node rereads any cached record before it reaches this age (`RefreshingCache`: twice `freshMs`). */
const EVERYONE_KNOWS_MS = 60_000;
const RETRY_MS = 500;
const FIRST_LOOK_MS = 2;

/**
 * Announces a committed change to every node, and resolves when it is in force on all of them. While Redis answers that is as
 * soon as nodes that hold a lease on the earlier epoch have given it back: within milliseconds, or a second if a node is
 * gone. While it does not answer, a node that can still reach it might use outdated values, so this waits until Redis
 * answers or every cached record has expired. Where Redis has lost its keys, leases that it forgot are not waited for: the change
 * is in force everywhere once they are over, `LEASE_MS` later at the most.
 */
export async function announceEpochs(
  counters: SharedCounters | undefined,
  changes: readonly EpochChange[],
  log: Log,
): Promise<void> {
  if (!counters) return;
  const giveUpAt = performance.now() + EVERYONE_KNOWS_MS;
  for (const { organizationId, epoch } of changes) {
    for (let waiting = false; performance.now() < giveUpAt && !counters.closed; waiting = true) {
      if (waiting) await delay(RETRY_MS);
      else if (counters.unavailable)
        log.warn('Redis unreachable; changes take up to a minute to reach every node');
      try {
        const leasedUntilMs = await counters.publishEpoch(organizationId, epoch, { announce: true });
        if (leasedUntilMs !== undefined) await leasesEnded(counters, organizationId, leasedUntilMs);
        // A Redis that took the place of another may not know leases that nodes still trust.
        const { reachedAgainMs } = counters;
        if (reachedAgainMs < LEASE_MS) await delay(LEASE_MS - reachedAgainMs);
        break;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
      }
    }
  }
}

/** Resolves when nobody may trust an earlier epoch any more: every node gave its lease back, or the leases are over. */
async function leasesEnded(counters: SharedCounters, organizationId: string, untilMs: number): Promise<void> {
  const endsAtMs = performance.now() + LEASE_MS;
  for (let waitMs = FIRST_LOOK_MS; performance.now() < endsAtMs; waitMs *= 2) {
    await delay(Math.min(waitMs, Math.max(1, endsAtMs - performance.now())));
    try {
      if (!(await counters.isLeased(organizationId, untilMs))) return;
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error;
    }
  }
}
