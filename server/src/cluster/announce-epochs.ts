import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#kit';
import { CountersAway, type SharedCounters } from './shared-counters.ts';

/** A changed organization and its credential epoch after the change. */
export interface EpochChange {
  readonly organizationId: string;
  readonly epoch: number;
}

/** Resolves when every node judges the credentials of these organizations anew. */
export type CredentialsChanged = (changes: readonly EpochChange[]) => Promise<void>;

/** No node serves a cached record of this age without reading it again (`RefreshingCache`: twice `freshMs`). */
const EVERYONE_KNOWS_MS = 60_000;
const RETRY_MS = 500;

/**
 * Makes a committed change known to every node, and resolves when it is in force on all of them: at once while the
 * shared counters answer. While they do not, a node that can still reach them might go by what they last knew, so this
 * waits until they answer or every cached record has run out.
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
      else if (counters.away)
        log.warn('shared counters unreachable; changes take up to a minute to reach every node');
      try {
        await counters.publishEpoch(organizationId, epoch);
        break;
      } catch (error) {
        if (!(error instanceof CountersAway)) throw error;
      }
    }
  }
}
