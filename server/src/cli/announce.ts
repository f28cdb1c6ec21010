import { announceEpochs, SharedCounters, type EpochChange } from '#cluster';
import type { Environment } from '#config';
import { createClock, createLog } from '#kit';

/** Tells the nodes that run elsewhere of a change this command made in the database. Resolves when it is in force on all. */
export async function announce({ redisUrl }: Environment, changes: readonly EpochChange[]): Promise<void> {
  if (!redisUrl || changes.length === 0) return;
  const counters = new SharedCounters(redisUrl.reveal(), { clock: createClock(), log: createLog('silent') });
  try {
    await announceEpochs(counters, changes, createLog('warn'));
  } finally {
    counters.close();
  }
}
