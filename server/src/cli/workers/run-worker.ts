import type { Worker } from 'node:cluster';
import { boundBaseUrl, type Environment, loadEnvironment, parseDeployment, reloadDeployment } from '#config';
import { createClock, createLog, type Clock, type Log } from '#kit';
import { acquireControl, type Control, ControlRefusal } from '../../control/index.ts';
import { type Service, startService } from '#platform';
import { bannerLines } from '../banner.ts';
import { controlHandlers } from '../control-handlers.ts';
import type { ExitCode } from '../exit-codes.ts';
import { explainError } from '../explain-error.ts';
import { flushLog } from '../flush-log.ts';
import { Lifecycle } from '../lifecycle.ts';
import { Channel } from './channel.ts';
import type { ConfigurationText, ParentHandlers, StartOrder, WorkerHandlers } from './worker-protocol.ts';
import { workerDirectory } from './worker-directories.ts';

/**
 * One of several processes that serve a port: a service as any, in a directory of its own, that does what its parent says.
 * Resolves with the exit code when it has drained, on command or because it lost its parent.
 */
export async function runWorker(end: Worker, number: number): Promise<ExitCode> {
  const environment = loadEnvironment();
  const log = createLog(environment.logLevel, { worker: number });
  const lifecycle = new Lifecycle(log, { heedsSignals: false });
  // Its output went to its parent: without one it is not read, which is no reason to fail.
  process.stdout.on('error', () => {});
  end.on('disconnect', () => {
    // Or Node ends the process at once, and its streams with it.
    end.exitedAfterDisconnect = true;
    lifecycle.stop('parent lost');
  });
  const worker = new WorkerProgram(end, { environment, log, number, stop: () => lifecycle.stop('drain') });
  await lifecycle.stopRequested;
  await worker.close();
  await flushLog(log);
  return lifecycle.exitCode;
}

interface WorkerParts {
  readonly environment: Environment;
  readonly log: Log;
  readonly number: number;
  readonly stop: () => void;
}

interface Running {
  readonly service: Service;
  readonly clock: Clock;
  /** The environment as this worker has it. */
  readonly environment: Environment;
}

class WorkerProgram {
  readonly #parts: WorkerParts;
  readonly #parent: Channel<WorkerHandlers, ParentHandlers>;
  readonly #started = Promise.withResolvers<Running>();
  #starting: Promise<unknown> = Promise.resolve();
  #control: Control | undefined;

  constructor(end: Worker, parts: WorkerParts) {
    this.#parts = parts;
    this.#started.promise.catch(() => {});
    this.#parent = new Channel<WorkerHandlers, ParentHandlers>(end, this.#handlers());
  }

  /** When a start is under way, after it. */
  async close(): Promise<void> {
    await this.#starting.catch(() => {});
    this.#started.reject(new Error('The worker was stopped before it was started.'));
    await this.#started.promise.then(
      ({ service }) => service.drain(),
      () => {},
    );
    await this.#control?.release();
  }

  #handlers(): WorkerHandlers {
    const started = this.#started.promise;
    return {
      start: (order) => {
        const starting = this.#start(order);
        this.#starting = starting;
        return starting;
      },
      reload: async (text) => (await started).service.reload(this.#parse(text)),
      control: async ({ route, body }) => {
        const { service, environment } = await started;
        return controlHandlers(service, environment)[route](body);
      },
      flushUsage: async () => (await started).service.flushUsage(),
      readiness: async () => (await started).service.readiness(),
      downRoutes: async () => (await started).service.operator.downRoutes(),
      restoreKeys: async (names) => (await started).service.operator.restoreEngineKeys(names),
      metrics: async () => (await started).service.metrics(),
      advance: async (byMs) => (await started).clock.advance(byMs),
      drain: () => Promise.resolve(this.#parts.stop()),
    };
  }

  async #start(order: StartOrder): Promise<readonly string[]> {
    const { log, number } = this.#parts;
    try {
      const environment = workerEnvironment(this.#parts.environment, number, order.port);
      this.#control = await acquireControl(environment.dataDir);
      const clock = createClock(order.clockOffsetMs);
      const deployment = this.#parse(order.configuration);
      const peers = {
        provisions: order.provisions,
        // Without a parent it speaks for itself: it drains.
        readiness: () => this.#parent.call('readiness').catch(() => service.readiness()),
        readFile: () => reloadDeployment(this.#parts.environment),
        reload: () => this.#parent.call('reload'),
        advance: (byMs: number) => this.#parent.call('advance', byMs),
      };
      const service: Service = await startService({ environment, log, clock, deployment, peers });
      this.#started.resolve({ service, clock, environment });
      return bannerLines(service);
    } catch (error) {
      this.#started.reject(error);
      // Whatever it was, a person reads it where the service was started.
      throw new ControlRefusal(explainError(error));
    }
  }

  #parse({ text, source, directory }: ConfigurationText) {
    const { baseUrl, variable, smtpUrl } = this.#parts.environment;
    const sendsMail = smtpUrl !== undefined;
    return parseDeployment(text, { source, directory, baseUrl, variable, severalNodes: true, sendsMail });
  }
}

function workerEnvironment(environment: Environment, worker: number, port: number): Environment {
  return {
    ...environment,
    dataDir: workerDirectory(environment.dataDir, worker),
    baseUrl: boundBaseUrl(environment, port),
    port,
  };
}
