import type { SharedCounters } from '#cluster';
import type { Generation } from '#engine';
import type { Degradation, Dependency } from '#features/deployment-health';
import type { Log } from '#kit';
import type { Store, UsageJournal } from '#store';
import { DependencyMonitor } from '#telemetry';

interface NodeHealthParts {
  readonly store: Store;
  readonly journal: UsageJournal;
  readonly counters: SharedCounters | undefined;
  readonly generation: Generation;
  readonly log: Log;
}

export function openNodeHealth({ store, journal, counters, generation, log }: NodeHealthParts) {
  const database = new DependencyMonitor(() => store.ping(), log);
  /** What is away and the service can do without: dependencies, more slowly or counting alone, and models. */
  const degraded = (): Degradation[] => {
    const causes = new Set(generation.downRoutes().map((route) => !route.isReplaced && route.why));
    return [
      ...(counters?.unavailable ? ['counters' as const] : []),
      ...(causes.has('failing') ? ['engines' as const] : []),
      ...(causes.has('out_of_service') ? ['routes' as const] : []),
    ];
  };
  const unavailableDependencies = (): Dependency[] => [
    ...(database.healthy ? [] : ['database' as const]),
    ...(journal.accepting ? [] : ['disk' as const]),
  ];
  return { database, degraded, unavailableDependencies };
}
