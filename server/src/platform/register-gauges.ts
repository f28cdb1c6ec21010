import type { Module } from '#features/module';
import { countJobs, type JobCounts } from '#jobs';
import type { AppServices } from './app-services.ts';
import { registerEngineGauges } from './register-engine-gauges.ts';

/** The gauges that read their values from the services when metrics are collected. */
export function registerGauges(services: AppServices): void {
  const { metrics, journal, bodies, db, clock, generation } = services;
  registerEngineGauges(metrics, generation);
  for (const module of services.modules as readonly Module[]) module.metrics?.(metrics);
  metrics.gauge(
    'svc_usage_journal_backlog_bytes',
    'Usage journal bytes not yet in the database',
    () => journal.backlogBytes,
  );
  metrics.gauge(
    'svc_bodies_in_progress_bytes',
    'Memory held by request bodies being read',
    () => bodies.bytes,
  );
  const counts = (): Promise<JobCounts[]> => countJobs(db, clock.nowMs());
  metrics.sharedGauge('svc_jobs', 'Jobs in the database by kind and state', ['kind', 'state'], async () =>
    (await counts()).flatMap(({ kind, waiting, running, failed }) =>
      Object.entries({ waiting, running, failed }).map(([state, value]) => ({
        labels: { kind, state },
        value,
      })),
    ),
  );
  metrics.sharedGauge(
    'svc_jobs_overdue_seconds',
    'How long the oldest waiting job is overdue',
    ['kind'],
    async () =>
      (await counts()).map(({ kind, overdueMs }) => ({ labels: { kind }, value: overdueMs / 1000 })),
  );
}
