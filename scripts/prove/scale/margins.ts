import { performance } from 'node:perf_hooks';
import { listOrganizationMargins, readMargins } from '../../../server/src/features/margins/index.ts';
import type { Tables } from '../../../server/src/store/index.ts';
import type { Kysely } from '../../../server/test-kit/index.ts';
import { report, require } from '../proof.ts';
import { seededUntilMs } from './seeded.ts';

const SLOWEST_MS = 300;
const AGAIN = 5;
const PERIODS = ['day', 'week', 'month'] as const;
const ORDERS = ['retail', 'margin', 'tokens_change'] as const;

/** What operators see of all organizations: in all, and by organization in an order. */
export async function readAllMargins(db: Kysely<Tables>): Promise<void> {
  const nowMs = seededUntilMs() - 1;
  const slow: string[] = [];
  for (const period of PERIODS) {
    const times: string[] = [];
    const time = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      let leastMs = Infinity;
      // The best of some: what else the machine does is not the query's.
      for (let turn = 0; turn < AGAIN; turn++) {
        const startedAt = performance.now();
        await work();
        leastMs = Math.min(leastMs, performance.now() - startedAt);
      }
      times.push(`${what} ${Math.round(leastMs)}`);
      if (leastMs >= SLOWEST_MS) slow.push(`a ${period} by ${what} took ${Math.round(leastMs)} ms`);
    };
    await time('model', () => readMargins(db, { period }, nowMs));
    for (const sort of ORDERS)
      await time(sort, () => listOrganizationMargins(db, { period, sort, limit: 20 }, nowMs));
    report(`margins of a ${period}`, { 'ms by': times.join(', ') });
  }
  require(slow.length === 0, slow.join('; '));
}
