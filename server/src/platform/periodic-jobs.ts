import type { BlobStore } from '#blobs';
import { consumerJob } from '#events';
import type { Module } from '#features/module';
import type { PeriodicJob } from '#jobs';
import { DAY_MS, HOUR_MS, type Clock } from '#kit';
import type { AppServices } from './app-services.ts';

const RETENTION_MS = 600_000;
/** Longer than any upload may take. */
const UNFINISHED_KEPT_MS = DAY_MS;

/**
 * All periodic work of this node. After a move of the test clock it runs in this order: later modules first, then the consumers of the
 * events they wrote, then the jobs that those enqueued.
 */
export function periodicJobs({
  modules,
  db,
  blobs,
  clock,
  database,
  jobWorker,
  tracing,
}: AppServices): readonly PeriodicJob[] {
  const declared: readonly Module[] = modules.toReversed();
  return [
    database.job,
    ...declared.flatMap(({ jobs = [] }) => jobs),
    ...declared.flatMap((module) => retentionJobs(module, clock)),
    ...declared
      .flatMap(({ consumers = [] }) => consumers)
      .map((consumer) => consumerJob(consumer, { db, clock })),
    ...declared.flatMap(({ afterEvents = [] }) => afterEvents),
    ...jobWorker.jobs,
    unfinishedUploadsJob(blobs, clock),
    tracing.exporter.job,
  ];
}

/** Removes what uploads of dead processes left. The storage has its own clock, which the test clock does not move. */
function unfinishedUploadsJob(blobs: BlobStore, clock: Clock): PeriodicJob {
  return {
    name: 'blobs.unfinished',
    everyMs: HOUR_MS,
    onlyWhenDue: true,
    run: async () => {
      await blobs.removeUnfinished(clock.nowMs() - clock.offsetMs() - UNFINISHED_KEPT_MS);
    },
  };
}

function retentionJobs({ retention = {} }: Module, clock: Clock): PeriodicJob[] {
  return Object.entries(retention).map(([what, drop]) => ({
    name: `retention.${what}`,
    everyMs: RETENTION_MS,
    onlyWhenDue: true,
    run: () => drop(clock.nowMs()),
  }));
}
