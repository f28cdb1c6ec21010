import { setTimeout as delay } from 'node:timers/promises';
import { type Deployment, type Environment, reloadDeployment } from '#config';
import type { DownRoute, KeyName } from '#engine';
import type { Readiness } from '#http';
import type { Log } from '#kit';
import { MergedMetrics, type MetricsSnapshot } from '#telemetry';
import { type ControlRoute, ControlRefusal } from '../../control/index.ts';
import { lineFormat } from '../line-format.ts';
import { ChannelLost } from './channel.ts';
import { combineDownRoutes } from './combine-down-routes.ts';
import { combineReadiness } from './combine-readiness.ts';
import type { ConfigurationText, WorkerHandlers } from './worker-protocol.ts';
import { restartPauseMs } from './restart-pause.ts';
import { LineMultiplexer } from './line-multiplexer.ts';
import { type WorkerEnd, WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions {
  readonly environment: Environment;
  readonly deployment: Deployment;
  /** Taken already. */
  readonly port: number;
  readonly log: Log;
}

/** A worker that ran this long did not fail to start. */
const STABLE_MS = 60_000;
/** Readiness timeout. A worker that takes longer counts as unavailable. */
const READINESS_TIMEOUT_MS = 1000;
/** Beyond `drain_seconds`: for final log lines, and the last records on their way to the database. */
const CLOSING_MS = 30_000;

/** The processes that serve one port, together as one service. A worker that dies is started again, the others go on. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** The latest process of each worker. */
  readonly #workers: WorkerProcess[] = [];
  readonly #output: LineMultiplexer;
  readonly #stopped = new AbortController();
  readonly metrics = new MergedMetrics<WorkerProcess>(() => this.#snapshots());
  #deployment: Deployment;
  #clockOffsetMs = 0;
  #isOpen = false;
  #asking: Promise<Readiness> | undefined;
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    // Workers write JSON, because their output is a pipe.
    this.#output = new LineMultiplexer(process.stdout, lineFormat(options.environment));
    this.#deployment = options.deployment;
  }

  /** Answers with what a start prints. Throws what kept one of them from starting. */
  async start(): Promise<readonly string[]> {
    const { workers } = this.#options.environment;
    // What is done once is done by the first: it migrates and provisions, the others find everything there.
    const banner = await this.#begin(1, { provisions: true });
    await Promise.all(
      Array.from({ length: workers - 1 }, (_, more) => this.#begin(more + 2, { provisions: false })),
    );
    for (const worker of this.#workers) void this.#keepAlive(worker);
    return banner;
  }

  /** From here on it says that it is ready: what a start prints has been printed. */
  open(): void {
    this.#isOpen = true;
  }

  /** Asked by several at once, all get one answer. */
  readiness(): Promise<Readiness> {
    return (this.#asking ??= this.#askReadiness().finally(() => (this.#asking = undefined)));
  }

  /** All of them take the changed file or none does; throws why one did not. Two changes never overtake each other. */
  reload(): Promise<{ changed: boolean }> {
    const reloaded = this.#reloading.then(() => this.#reload());
    this.#reloading = reloaded.catch(() => {});
    return reloaded;
  }

  /** Lets one of them do what an operator wants of the service. What it changes reaches the others as it reaches other machines. */
  async control(route: ControlRoute, body: Readonly<Record<string, unknown>>): Promise<object> {
    const worker = this.#workers.find(({ serving }) => serving);
    if (!worker) throw new ControlRefusal('No worker is available. Try again.');
    try {
      return await worker.channel.call('control', { route, body });
    } catch (error) {
      if (!(error instanceof ChannelLost)) throw error;
      throw new ControlRefusal(
        'The worker died while handling this. Check whether it took effect before you retry.',
      );
    }
  }

  async flushUsage(): Promise<void> {
    await this.#askAll('flushUsage');
  }

  /** When every worker has done its part and all have ended. Throws when one had to be killed, or failed. */
  async drain(): Promise<void> {
    this.#stopped.abort();
    const graceMs = this.#deployment.config.drain_seconds * 1000 + CLOSING_MS;
    const ends = await Promise.all(
      this.#workers.map(async (worker) => ({ there: worker.serving, end: await worker.drain(graceMs) })),
    );
    const failed = ends.find(({ there, end }) => there && end.code !== 0);
    if (failed) throw new ControlRefusal(`A worker exited while draining (${describeEnd(failed.end)}).`);
  }

  async #begin(number: number, { provisions }: { readonly provisions: boolean }): Promise<readonly string[]> {
    const worker = this.#fork(number, { provisions });
    try {
      return await worker.started;
    } catch (error) {
      if (!(error instanceof ChannelLost)) throw error;
      throw new ControlRefusal(
        `Worker ${number} exited while starting (${describeEnd(await worker.ended)}).`,
      );
    }
  }

  #fork(number: number, { provisions }: { readonly provisions: boolean }): WorkerProcess {
    const order = {
      port: this.#options.port,
      configuration: textOf(this.#deployment),
      clockOffsetMs: this.#clockOffsetMs,
      provisions,
    };
    const worker = new WorkerProcess(number, order, {
      readiness: () => this.readiness(),
      reload: () => this.reload(),
      advance: (byMs) => this.#advance(byMs),
    });
    this.#workers[number - 1] = worker;
    this.#output.add(worker.output);
    return worker;
  }

  /** Until the pool drains. One that dies at its start again and again is given ever longer pauses. */
  async #keepAlive(first: WorkerProcess): Promise<void> {
    const { log } = this.#options;
    let worker = first;
    for (let failures = 0; ; failures++) {
      const since = performance.now();
      const { end, served } = await this.#untilOver(worker);
      this.metrics.ended(worker);
      if (this.#stopped.signal.aborted) return;
      if (performance.now() - since > STABLE_MS) failures = 0;
      const pauseMs = restartPauseMs(failures, served);
      log.error({ worker: worker.number, ...end, pause_ms: pauseMs }, 'worker exited; restarting it');
      await delay(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
      if (this.#stopped.signal.aborted) return;
      worker = this.#fork(worker.number, { provisions: false });
    }
  }

  /** Also ends one that could not start. */
  async #untilOver(worker: WorkerProcess): Promise<{ readonly end: WorkerEnd; readonly served: boolean }> {
    try {
      await worker.started;
    } catch (error) {
      const reason = error instanceof ControlRefusal ? error.message : 'it died';
      this.#options.log.error({ worker: worker.number, reason }, 'worker failed to start');
      return { end: await worker.drain(CLOSING_MS), served: false };
    }
    return { end: await worker.ended, served: true };
  }

  async #reload(): Promise<{ changed: boolean }> {
    const before = this.#deployment;
    const next = reloadDeployment(this.#options.environment);
    // A worker that is started again from here on has it already.
    this.#deployment = next;
    try {
      await this.#askAll('reload', textOf(next));
    } catch (error) {
      this.#deployment = before;
      // Those that took it go back. What the operator reads is why it was refused in the first place.
      await this.#askAll('reload', textOf(before)).catch(() => {});
      throw error;
    }
    return { changed: next.digest !== before.digest };
  }

  async #advance(byMs: number): Promise<void> {
    this.#clockOffsetMs += byMs;
    await this.#askAll('advance', byMs);
  }

  /** Resolves when all that are there have done it. Throws the first refusal, after all have answered. */
  async #askAll<M extends 'reload' | 'flushUsage' | 'advance'>(
    method: M,
    argument?: Parameters<WorkerHandlers[M]>[0],
  ): Promise<void> {
    const results = await Promise.allSettled(
      this.#workers.map(async ({ channel, serving }) => {
        try {
          await channel.call<'reload' | 'flushUsage' | 'advance'>(method, argument);
        } catch (error) {
          // One that died or does not start is no reason to refuse: its successor gets it at its start.
          if (serving && !(error instanceof ChannelLost)) throw error;
        }
      }),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #askReadiness(): Promise<Readiness> {
    const configuration = this.#deployment.digest;
    if (this.#stopped.signal.aborted) return { status: 'draining', degraded: [], configuration };
    if (!this.#isOpen) return { status: 'starting', degraded: [], configuration };
    const states = await Promise.all(
      this.#workers.map((worker) =>
        worker.serving ? inTime(worker.channel.call('readiness')) : Promise.resolve(undefined),
      ),
    );
    return combineReadiness(states, configuration);
  }

  /** What the workers that answer have seen. */
  async downRoutes(): Promise<readonly DownRoute[]> {
    const serving = this.#workers.filter((worker) => worker.serving);
    const results = await Promise.all(serving.map(({ channel }) => inTime(channel.call('downRoutes'))));
    return combineDownRoutes(results.filter((result) => result !== undefined));
  }

  /** In every worker that answers: each judges keys by itself. Returns the keys that were out in any. */
  async restoreKeys(names: readonly KeyName[]): Promise<readonly KeyName[]> {
    const serving = this.#workers.filter((worker) => worker.serving);
    const results = await Promise.all(
      serving.map(({ channel }) => inTime(channel.call('restoreKeys', names))),
    );
    const restored = results.flatMap((result) => result ?? []);
    return names.filter(({ engine, key }) =>
      restored.some((each) => each.engine === engine && each.key === key),
    );
  }

  async #snapshots(): Promise<readonly (readonly [WorkerProcess, MetricsSnapshot])[]> {
    const serving = this.#workers.filter((worker) => worker.serving);
    const snapshots = await Promise.all(serving.map(({ channel }) => inTime(channel.call('metrics'))));
    return serving.flatMap((worker, i) => (snapshots[i] ? [[worker, snapshots[i]] as const] : []));
  }
}

/** Undefined when it fails or takes too long. */
async function inTime<T>(result: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const timeout = delay(READINESS_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    return await Promise.race([result.catch(() => undefined), timeout]);
  } finally {
    late.abort();
  }
}

function textOf({ text, source, directory }: Deployment): ConfigurationText {
  return { text, source, directory };
}

function describeEnd({ code, signal }: WorkerEnd): string {
  return signal ? `signal ${signal}` : `exit code ${code}`;
}
