import type { DeploymentConfig } from '#config';
import { ModelCatalog } from '#features/models';
import type { Module } from '#features/module';
import { toRateLimits } from '#features/rate-limits';
import { JobWorker } from '#jobs';
import { RequestMetrics } from '#telemetry';
import { openModuleHooks } from './module-hooks.ts';
import { modules, type Modules } from './modules.ts';
import { openParts, type Services } from './parts.ts';
import { periodicJobs } from './periodic-jobs.ts';
import type { ProcessParts } from './process-parts.ts';
import { registerGauges } from './register-gauges.ts';
import { scheduleJobs } from './schedule-jobs.ts';

/** Everything the request path needs. Plain arguments, no container. */
export type AppServices = Services & {
  readonly modules: Modules;
  readonly jobWorker: JobWorker;
  reconfigure(deployment: DeploymentConfig): void;
  /** After the scheduler: what was counted and not written yet is written here. */
  close(): Promise<void>;
};

export function openServices(parts: ProcessParts): AppServices {
  const { store, journal, callJournal, auditJournal } = parts;
  const requestPath = new AsyncDisposableStack();
  const { hooks, declare } = openModuleHooks(parts);
  const services = openParts({
    ...parts,
    ...hooks,
    db: store.db,
    journals: { usage: journal, calls: callJournal, audit: auditJournal },
    metrics: new RequestMetrics(),
    closing: (part) => requestPath.adopt(part, (each) => each.close()),
  });
  const list = modules(services);
  const declared: readonly Module[] = list;
  declare(declared);
  const { db, clock, log, nodeId, runId, scheduler } = services;
  const handlers = declared.flatMap(({ jobHandlers = [] }) => jobHandlers);
  const jobParts = { db, clock, log, nodeId, runId, scheduler, handlers };
  const app: AppServices = {
    ...services,
    modules: list,
    jobWorker: new JobWorker({ ...jobParts, commits: store.commits }),
    reconfigure: (deployment) => reconfigure(services, deployment),
    close: async () => {
      await requestPath.disposeAsync();
      for (const module of declared.toReversed()) await module.close?.();
    },
  };
  scheduleJobs(periodicJobs(app), scheduler, store);
  registerGauges(app);
  return app;
}

/** May throw a `ConfigError`, and then nothing of the old configuration has changed. */
function reconfigure(services: Services, deployment: DeploymentConfig): void {
  const catalog = new ModelCatalog(deployment);
  services.generation.reconfigure(deployment);
  services.setCatalog(catalog);
  services.rates.setLimits(toRateLimits(deployment));
  services.modelRates.setTiers(deployment.rate_tiers);
}
