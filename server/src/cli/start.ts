import { type Environment, loadDataKey, loadEnvironment } from '#config';
import { createLog, type Log } from '#kit';
import { acquireControl } from '../control/index.ts';
import { startService } from '../platform.ts';
import { bannerLines } from './banner.ts';
import type { Command } from './command.ts';
import { controlHandlers } from './control-handlers.ts';
import type { ExitCode } from './exit-codes.ts';
import { Lifecycle } from './lifecycle.ts';
import type { Terminal } from './terminal.ts';

export const start: Command = {
  name: 'start',
  summary: 'Migrate the database and serve until SIGTERM',
  run: ({ terminal }) => serve(loadEnvironment(), terminal),
};

/**
 * The lock comes first: nothing in the data directory may be opened by two. It is given back last, when everything is
 * closed, so that a next start never meets half a service.
 */
async function serve(environment: Environment, terminal: Terminal): Promise<ExitCode> {
  const log = createLog(environment.logLevel);
  const lifecycle = new Lifecycle(log);
  const control = await acquireControl(environment.dataDir);
  try {
    // Made on the first start although little is encrypted at first: a backup of the directory then always holds it.
    await loadDataKey(environment);
    const service = await startService({ environment, log });
    try {
      control.serve(controlHandlers(service, environment));
      lifecycle.onReload(() => service.reload());
      terminal.out(bannerLines(service).join('\n'));
      await lifecycle.stopRequested;
    } finally {
      await service.drain();
    }
  } finally {
    await control.release();
    await flush(log);
    lifecycle.dispose();
  }
  return lifecycle.exitCode;
}

function flush(log: Log): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve());
  });
}
