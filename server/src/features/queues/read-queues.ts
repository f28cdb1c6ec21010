import type { Kysely } from 'kysely';
import { COUNTED_IN_QUEUES, type Queues } from '@svc/contract';
import { countOpenBatches } from '#features/batches';
import { countQueuedMails } from '#features/mail';
import { countConnectedTunnels, machineMs } from '#features/tunnels';
import { countQueuedDeliveries } from '#features/webhooks';
import { countQueuedJobs } from '#jobs';
import { toTimestamp, type Clock } from '#kit';
import type { Tables } from '#store';

/** How much waits and fails. Every count ends early, so that a queue of any length is read in the same time. */
export async function readQueues(db: Kysely<Tables>, clock: Clock, hasMailServer: boolean): Promise<Queues> {
  const nowMs = clock.nowMs();
  const [jobs, { writtenAt, ...mails }, { dueAt, ...deliveries }, batches, tunnels] = await Promise.all([
    countQueuedJobs(db, nowMs, COUNTED_IN_QUEUES),
    countQueuedMails(db, COUNTED_IN_QUEUES),
    countQueuedDeliveries(db, nowMs, COUNTED_IN_QUEUES),
    countOpenBatches(db, COUNTED_IN_QUEUES),
    countConnectedTunnels(db, machineMs(clock), COUNTED_IN_QUEUES),
  ]);
  return {
    type: 'queues',
    jobs: jobs.map(({ dueAt: jobDueAt, ...job }) => ({ ...job, waiting_since: timestampOrNull(jobDueAt) })),
    mails: { ...mails, waiting_since: timestampOrNull(writtenAt), has_mail_server: hasMailServer },
    webhook_deliveries: { ...deliveries, waiting_since: timestampOrNull(dueAt) },
    batches: batches.map(({ createdAt, ...batch }) => ({
      ...batch,
      oldest_created_at: toTimestamp(createdAt),
    })),
    tunnels,
  };
}

function timestampOrNull(atMs: number | null): string | null {
  return atMs === null ? null : toTimestamp(atMs);
}
