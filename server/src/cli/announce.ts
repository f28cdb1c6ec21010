import { announceEpochs, SharedCounters, type EpochChange } from '#cluster';
import type { Environment } from '#config';
import { createClock, createLog } from '#kit';
import { lineFormat } from './line-format.ts';

/** Announces a change that this command made in the database to all nodes. Resolves when it has taken effect on all of them. */
export async function announce(environment: Environment, changes: readonly EpochChange[]): Promise<void> {
  const { redisUrl } = environment;
  if (!redisUrl || changes.length === 0) return;
  const counters = new SharedCounters(redisUrl.reveal(), { clock: createClock(), log: createLog('silent') });
  try {
    await announceEpochs(counters, changes, createLog('warn', { format: lineFormat(environment) }));
  } finally {
    await counters.close();
  }
}
