import { consumerJob } from '#events';
import type { Module } from '#features/module';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { AppServices } from './app-services.ts';

const RETENTION_MS = 600_000;

/**
 * Everything that happens again and again on this node. After a move of the test clock it runs in this order: later modules first,
 * then what follows from the events they wrote, then the jobs that follow from those.
 */
export function periodicJobs({
  modules,
  db,
  clock,
  database,
  jobWorker,
}: AppServices): readonly PeriodicJob[] {
  const declared: readonly Module[] = modules.toReversed();
  return [
    database.job,
    ...declared.flatMap(({ jobs = [] }) => jobs),
    ...declared.flatMap((module) => retentionJobs(module, clock)),
    ...declared
      .flatMap(({ consumers = [] }) => consumers)
      .map((consumer) => consumerJob(consumer, { db, clock })),
    ...jobWorker.jobs,
  ];
}

function retentionJobs({ retention = {} }: Module, clock: Clock): PeriodicJob[] {
  return Object.entries(retention).map(([what, drop]) => ({
    name: `retention.${what}`,
    everyMs: RETENTION_MS,
    run: () => drop(clock.nowMs()),
  }));
}
