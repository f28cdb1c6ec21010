import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { foldIncrements } from './fold-increments.ts';
import { addTraffic } from './store/add-traffic.ts';
import { takeIncrements } from './store/increments.ts';

/** As many as a few seconds of a busy deployment leave, and a bound for what an outage left. */
const MAX_CONCURRENT = 1000;

/** Moves what was counted since to the traffic. Each step is one transaction: whatever ends it, all is counted, and once. */
export async function foldTraffic(db: Kysely<Tables>): Promise<void> {
  while ((await foldSome(db)) === MAX_CONCURRENT);
}

async function foldSome(db: Kysely<Tables>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const taken = await takeIncrements(trx, MAX_CONCURRENT);
    if (taken.length > 0) await addTraffic(trx, foldIncrements(taken));
    return taken.length;
  });
}
