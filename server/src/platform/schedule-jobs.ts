import type { PeriodicJob, Scheduler } from '#jobs';
import type { Store } from '#store';

/** Commits within this time share one announcement. */
const ANNOUNCE_AFTER_MS = 100;

/**
 * Schedules jobs. Those with `startsOn` also start after each commit with that signal: at once for commits of this process, and by an
 * announcement for commits of other processes, which may have died since.
 */
export function scheduleJobs(
  jobs: readonly PeriodicJob[],
  scheduler: Scheduler,
  { commits, announcements }: Pick<Store, 'commits' | 'announcements'>,
): void {
  const topics = new Map<string, (() => void)[]>();
  for (const job of jobs) {
    const scheduled = scheduler.every(job);
    if (job.startsOn === undefined) continue;
    topics.set(job.startsOn, [...(topics.get(job.startsOn) ?? []), () => scheduled.wake()]);
  }
  for (const [topic, wakes] of topics) {
    const wake = (): void => {
      for (const each of wakes) each();
    };
    commits.listen(topic, wake);
    if (!announcements) continue;
    announcements.listen(topic, wake);
    commits.listen(
      topic,
      announcer(() => announcements.announce(topic, null)),
    );
  }
}

function announcer(announce: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // While the database is unavailable, no process could react anyway.
      announce().catch(() => undefined);
    }, ANNOUNCE_AFTER_MS).unref();
  };
}
