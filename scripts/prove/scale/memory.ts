import { setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely } from '../../../server/test-kit/index.ts';
import { liveHeapBytes } from '../measure/live-heap.ts';
import { report, require } from '../proof.ts';
import { KeyLoad } from './key-load.ts';
import type { Side } from './admission.ts';
import { queryPlan } from './query-plan.ts';
import { seededSecret } from './seeded.ts';

const CALLERS = 32;
const MAX_KEYS = 200_000;
const STEPS = 4;
/** A key that was used is remembered for two minutes at most, for its limit; accounts and caches are full after the first half. */
const REST_MS = 120_000;
const GROWTH_LIMIT_BYTES = 16_000_000;

/** Uses each of very many keys once: the node forgets the old ones, and finds each new one by an index. */
export async function seeManyKeys({ service, amounts }: Side, db: Kysely<Tables>): Promise<void> {
  const keys = Math.min(MAX_KEYS, amounts.keys);
  const load = new KeyLoad(service.url, CALLERS);
  const before = await scans(db);
  const atRest: number[] = [];
  let n = 0;
  /** Resolves with what is held, in bytes. */
  const reportHeap = async (figures: Readonly<Record<string, number>>): Promise<number> => {
    const held = await liveHeapBytes(service);
    const inMegabytes = {
      'MB after a collection': Math.round(held / 1e6),
      'MB resident': Math.round(service.rssBytes() / 1e6),
    };
    report('memory', { 'keys seen': n, ...figures, ...inMegabytes });
    return held;
  };
  try {
    for (let step = 1; step <= STEPS; step++) {
      const until = Math.floor((keys * step) / STEPS);
      const { callsPerSecond } = await load.run(() => (n < until ? seededSecret(n++) : undefined));
      await reportHeap({ 'calls/s': callsPerSecond, 'calls repeated': load.repeats });
      if (step % (STEPS / 2) > 0) continue;
      await delay(REST_MS);
      atRest.push(await reportHeap({ 's of rest': REST_MS / 1000 }));
    }
  } finally {
    load.close();
  }
  await checkScans(db, before, keys);
  const growth = atRest[1]! - atRest[0]!;
  require(growth < GROWTH_LIMIT_BYTES, `memory grew by ${Math.round(growth / 1e6)} MB with the second half`);
  // What waits for the database must be able to reach it, however many keys were used in a minute.
  require(!service.output.includes('writing key usage failed'), 'too many keys were used to be written down');
}

interface Scans {
  readonly whole: number;
  readonly byIndex: number;
}

async function scans(db: Kysely<Tables>): Promise<Scans> {
  // Backends report what they did with a delay of up to a second, later ones when they are idle.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const { rows } = await sql<Scans>`
    select seq_scan as whole, idx_scan as "byIndex" from pg_stat_user_tables where relname = 'api_keys'`.execute(
    db,
  );
  return rows[0]!;
}

async function checkScans(db: Kysely<Tables>, before: Scans, keys: number): Promise<void> {
  const after = await scans(db);
  const fingerprint = sql`sha256(convert_to(${seededSecret(keys - 1)}, 'UTF8'))`;
  const query = sql`select id from api_keys where fingerprint in (${fingerprint}, ${fingerprint})`;
  report('look-ups of keys', {
    'by an index': after.byIndex - before.byIndex,
    'of the whole table': after.whole - before.whole,
    'is the plan': await queryPlan(db, query),
  });
  require(after.whole === before.whole, 'keys were looked up without an index');
}
