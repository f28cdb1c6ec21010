import cluster, { type Worker } from 'node:cluster';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Channel } from './channel.ts';
import type { ParentHandlers, StartOrder, WorkerHandlers } from './worker-protocol.ts';

const PROGRAM = fileURLToPath(new URL('worker.ts', import.meta.url));

export interface WorkerEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A worker as its parent has it: one process, from its start to its end. */
export class WorkerProcess {
  readonly number: number;
  readonly channel: Channel<ParentHandlers, WorkerHandlers>;
  /** What it prints. Rejects with a ControlRefusal that says why it did not start, or with ChannelLost. */
  readonly started: Promise<readonly string[]>;
  /** Resolves when the process and its output have ended. */
  readonly ended: Promise<WorkerEnd>;
  readonly #worker: Worker;
  #serving = false;

  /** Starts the process and orders it to start the service. */
  constructor(number: number, order: StartOrder, handlers: ParentHandlers) {
    // Metrics hold numbers that JSON has no words for.
    cluster.setupPrimary({
      exec: PROGRAM,
      args: [String(number)],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.number = number;
    this.#worker = cluster.fork();
    this.channel = new Channel<ParentHandlers, WorkerHandlers>(this.#worker, handlers);
    this.#worker.once('disconnect', () => (this.#serving = false));
    // One that could not even be forked says so and then closes like any other.
    this.#worker.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.#worker.process.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.started = this.channel.call('start', order).then((banner) => {
      this.#serving = this.#worker.isConnected();
      return banner;
    });
    this.started.catch(() => {});
  }

  /** It has started, and is there. */
  get serving(): boolean {
    return this.#serving;
  }

  get output(): Readable {
    return this.#worker.process.stdout!;
  }

  /** Lets it finish what it answers; one that has not ended after `timeoutMs` is killed. */
  async drain(graceMs: number): Promise<WorkerEnd> {
    this.channel.call('drain').catch(() => {});
    const kill = setTimeout(() => this.#worker.process.kill('SIGKILL'), graceMs);
    const end = await this.ended;
    clearTimeout(kill);
    return end;
  }
}
