import { Worker, type Transferable } from 'node:worker_threads';

/** What runs in a thread, and what of the process it may take. */
export interface ThreadOptions {
  /** Its module, which calls `serveCalls`. */
  readonly module: URL;
  /** For errors, after "the thread that": `parses large bodies`. */
  readonly purpose: string;
  /** The process stays alive while a call is pending. Without it the caller's connection decides. */
  readonly keepsAlive?: boolean;
  /** Of one call. Loading the module does not count. */
  readonly timeoutMs?: number;
  readonly heapMegabytes?: number;
}

/** The thread of a call ended before it replied: it failed, took too long, or was stopped. */
export class ThreadEnded extends Error {
  constructor(purpose: string, cause?: unknown) {
    super(`the thread that ${purpose} ended`, { cause });
  }
}

/** One run of a thread, from its start to its end. It replies to calls in their order. */
export class WorkerThread<Request, Response> {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #pending: PromiseWithResolvers<Response>[] = [];
  readonly #ready = Promise.withResolvers<void>();
  readonly #onEnd: () => void;
  #isReady = false;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions, onEnd: () => void) {
    this.#options = options;
    this.#onEnd = onEnd;
    const { module, purpose, heapMegabytes } = options;
    this.#worker = new Worker(module, {
      // What a thread prints could hold content of a request.
      stdout: true,
      stderr: true,
      ...(heapMegabytes ? { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } } : {}),
    });
    this.#ready.promise.catch(() => {});
    let cause: unknown;
    // One listener, before `unref`: adding one later would keep the process alive again.
    this.#worker.on('message', (response: Response) => {
      if (this.#isReady) this.#settle(response);
      else this.#setReady();
    });
    this.#worker.on('error', (error) => {
      cause = error;
    });
    // Not on 'error': until it exits, the thread may write to a file that its caller would close.
    this.#worker.on('exit', () => this.#end(new ThreadEnded(purpose, cause)));
    this.#worker.unref();
  }

  /** Resolves when the module has loaded. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  call(request: Request, transfer: readonly Transferable[]): Promise<Response> {
    const call = Promise.withResolvers<Response>();
    // First: a request that cannot be cloned throws, and has no reply.
    this.#worker.postMessage(request, transfer);
    if (this.#pending.push(call) === 1) {
      if (this.#options.keepsAlive) this.#worker.ref();
      if (this.#isReady) this.#startTimer();
    }
    return call.promise;
  }

  async stop(): Promise<void> {
    this.#end(new ThreadEnded(this.#options.purpose));
    await this.#worker.terminate();
  }

  #setReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
    if (this.#pending.length > 0) this.#startTimer();
  }

  #settle(response: Response): void {
    clearTimeout(this.#timer);
    this.#pending.shift()?.resolve(response);
    if (this.#pending.length > 0) this.#startTimer();
    else if (this.#options.keepsAlive) this.#worker.unref();
  }

  #startTimer(): void {
    const { timeoutMs } = this.#options;
    if (timeoutMs !== undefined) this.#timer = setTimeout(() => void this.stop(), timeoutMs);
  }

  #end(error: ThreadEnded): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    // First: whoever learns of it may call again.
    this.#onEnd();
    this.#ready.reject(error);
    for (const call of this.#pending.splice(0)) call.reject(error);
  }
}
