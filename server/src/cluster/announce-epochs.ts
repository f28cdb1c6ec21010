import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#kit';
import { RedisUnavailable, type SharedCounters } from './shared-counters.ts';

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

/**
 * Announces a committed change to every node, and resolves when it is in force on all of them: immediately
 * while Redis answers. While it does not, a node that can still reach it might use outdated values, so this waits
 * until Redis answers or every cached record has expired.
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
      else if (counters.away) log.warn('Redis unreachable; changes take up to a minute to reach every node');
      try {
        await counters.publishEpoch(organizationId, epoch);
        break;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
      }
    }
  }
}
