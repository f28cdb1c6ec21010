import type { Kysely } from 'kysely';
import { countJobs, type JobCounts } from '#jobs';
import { MINUTE_MS } from '#kit';
import type { Tables } from '#store';
import type { Finding } from './finding.ts';

/** Jobs start within seconds. Those that are due for longer have no node that does them. */
const LATE_MS = 10 * MINUTE_MS;

export async function checkJobs(db: Kysely<Tables>, nowMs: number): Promise<Finding> {
  return evaluateJobs(await countJobs(db, nowMs));
}

export function evaluateJobs(counts: readonly JobCounts[]): Finding {
  const what = 'jobs';
  if (counts.length === 0) return { state: 'ok', what, detail: 'none waiting' };
  const isBad = counts.some(({ failed, overdueMs }) => failed > 0 || overdueMs > LATE_MS);
  return { state: isBad ? 'warn' : 'ok', what, detail: counts.map(describe).join('\n') };
}

function describe({ kind, waiting, running, failed, overdueMs }: JobCounts): string {
  const late = overdueMs > LATE_MS ? `, overdue by ${Math.floor(overdueMs / MINUTE_MS)} min` : '';
  const kept = failed > 0 ? `, ${failed} failed and not retried` : '';
  return `${kind}: ${waiting} waiting${late}, ${running} running${kept}`;
}
