import { requireFinishedRestore } from '#backup';
import { type Environment, loadDataKey, loadEnvironment } from '#config';
import { createLog, type Log } from '#kit';
import { acquireControl } from '../../control/index.ts';
import { startService, type Service } from '#platform';
import { bannerLines } from '../banner.ts';
import type { Invocation } from '../command.ts';
import { controlHandlers } from '../control-handlers.ts';
import type { ExitCode } from '../exit-codes.ts';
import { flushLog } from '../flush-log.ts';
import { Lifecycle } from '../lifecycle.ts';
import { lineFormat } from '../line-format.ts';
import type { RunningProcesses } from '../running-processes.ts';
import type { Terminal } from '../terminal.ts';
import { gatherJournals } from '../workers/worker-directories.ts';

export function start({ terminal }: Invocation): Promise<ExitCode> {
  return serve(loadEnvironment(), terminal);
}

/**
 * The lock comes first: nothing in the data directory may be opened by two. It is given back last, when everything is
 * closed, so that a next start never meets half a service.
 */
async function serve(environment: Environment, terminal: Terminal): Promise<ExitCode> {
  const log = createLog(environment.logLevel, { format: lineFormat(environment) });
  const lifecycle = new Lifecycle(log);
  const control = await acquireControl(environment.dataDir);
  try {
    await requireFinishedRestore(environment.dataDir);
    // Made on the first start although little is encrypted at first: a backup of the directory then always holds it.
    await loadDataKey(environment);
    await gatherJournals(environment);
    const print = (banner: readonly string[]) => terminal.out(banner.join('\n'));
    const running = await (environment.workers > 1
      ? startSeveral(environment, log, print)
      : startOne(environment, log, print));
    try {
      control.serve(running.handlers);
      lifecycle.onReload(() => running.reload());
      await lifecycle.stopRequested;
    } finally {
      await running.drain();
    }
  } finally {
    await control.release();
    await flushLog(log);
    lifecycle.dispose();
  }
  return lifecycle.exitCode;
}

/** Prints what a start prints, before the service says that it is ready. */
type Print = (banner: readonly string[]) => void;

async function startOne(environment: Environment, log: Log, print: Print): Promise<RunningProcesses> {
  const announce = (service: Service) => print(bannerLines(service));
  const service = await startService({ environment, log, announce });
  return {
    handlers: controlHandlers(service, environment),
    reload: () => service.reload(),
    drain: () => service.drain(),
  };
}

/** One process has no use for what several need, node:cluster first of all. */
async function startSeveral(environment: Environment, log: Log, print: Print): Promise<RunningProcesses> {
  const { startWorkers } = await import('../workers/start-workers.ts');
  return startWorkers(environment, log, print);
}
