import type { Backlogs } from '@svc/contract';
import type { Kysely } from 'kysely';
import { countJobs } from '#jobs';
import type { Tables } from '#store';

export async function readBacklogs(db: Kysely<Tables>, nowMs: number): Promise<Backlogs> {
  const counts = await countJobs(db, nowMs);
  return {
    type: 'backlogs',
    jobs: counts.map(({ overdueMs, ...job }) => ({ ...job, overdue_seconds: Math.round(overdueMs) / 1000 })),
  };
}
