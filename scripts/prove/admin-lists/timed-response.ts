import { performance } from 'node:perf_hooks';
import { OrganizationScope, type Tables } from '../../../server/src/store/index.ts';
import { explainQueries, type Kysely } from '../../../server/test-kit/index.ts';
import { report } from '../proof.ts';

const AGAIN = 15;

/**
 * What an answer takes of the server, its queries and all that is made of their rows, the best of some: what else the machine does
 * is not the answer's. Prints how each query is answered, and returns a complaint where it takes too long.
 */
export async function timeResponse(
  db: Kysely<Tables>,
  organizationId: string,
  name: string,
  limitMs: number,
  response: (scope: OrganizationScope) => Promise<{ readonly data: readonly unknown[] }>,
): Promise<string[]> {
  const startedAt = performance.now();
  const { data } = await response(new OrganizationScope(db, organizationId));
  const firstMs = performance.now() - startedAt;
  let bestMs = Infinity;
  for (let i = 0; i < AGAIN; i++) {
    const againAt = performance.now();
    await response(new OrganizationScope(db, organizationId));
    bestMs = Math.min(bestMs, performance.now() - againAt);
  }
  report(name, { items: data.length, ms: bestMs.toFixed(1), 'ms at first': firstMs.toFixed(1) });
  const queries = await explainQueries(db, (spied) => response(new OrganizationScope(spied, organizationId)));
  for (const { plan } of queries) for (const line of plan) console.log(`      ${line}`);
  return bestMs < limitMs ? [] : [`${name} took ${bestMs.toFixed(1)} ms`];
}
