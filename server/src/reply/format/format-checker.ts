import { Worker } from 'node:worker_threads';
import type { ResponseFormat } from '#engine';
import { FairQueue } from './fair-queue.ts';
import type { FormatAnswer, FormatJob } from './format-job.ts';

/** Text that waits for the thread, which is a copy of it. */
const WAITING_CHARACTERS = 67_108_864;
const TIME_LIMIT_MS = 2_000;
/** What a schema and a text may take of memory together, beside the validators that are kept. */
const HEAP_MEGABYTES = 256;

/** `overdue`: the thread had to be stopped at it. `busy`: too much waits for the thread already. */
export type FormatCheck = FormatAnswer | 'overdue' | 'busy';

interface Waiting {
  readonly job: FormatJob;
  readonly answer: (check: FormatCheck) => void;
}

/**
 * Whether texts have the form they were asked for (D-38). All of it happens on one thread, which is stopped when a check
 * takes too long: a schema is a caller's program, and patterns, references and `uniqueItems` can run for years.
 */
export class FormatChecker {
  readonly #timeLimitMs: number;
  readonly #waiting = new FairQueue<Waiting>();
  #waitingCharacters = 0;
  #worker: Worker | undefined;
  #ready = false;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `timeLimitMs`: of one check. */
  constructor({ timeLimitMs = TIME_LIMIT_MS }: { readonly timeLimitMs?: number } = {}) {
    this.#timeLimitMs = timeLimitMs;
  }

  /** Whether a schema can be followed at all. `owner`: whose turn it is; nobody waits for all of another's. */
  async accepts(owner: string, schema: object): Promise<boolean | 'busy'> {
    const answer = await this.#ask(owner, { schema: JSON.stringify(schema), text: undefined, anywhere: false });
    return answer === 'busy' ? answer : typeof answer === 'object' && 'start' in answer;
  }

  /** `anywhere`: the JSON may stand in a code fence, or between words. Never rejects. */
  check(owner: string, format: ResponseFormat, text: string, anywhere: boolean): Promise<FormatCheck> {
    const schema = format.type === 'json_schema' ? JSON.stringify(format.schema) : undefined;
    return this.#ask(owner, { schema, text, anywhere });
  }

  #ask(owner: string, job: FormatJob): Promise<FormatCheck> {
    const characters = charactersOf(job);
    if (this.#waitingCharacters + characters > WAITING_CHARACTERS) return Promise.resolve('busy');
    this.#waitingCharacters += characters;
    const { promise, resolve } = Promise.withResolvers<FormatCheck>();
    this.#waiting.push(owner, { job, answer: resolve });
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#current) return;
    this.#worker ??= this.#start();
    if (!this.#ready) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#current = next;
    this.#worker.postMessage(next.job);
    this.#timer = setTimeout(() => this.#overdue(), this.#timeLimitMs);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./format-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      stdout: true,
      stderr: true,
    });
    worker.on('message', (message: FormatAnswer | 'ready') => {
      if (worker !== this.#worker) return;
      if (message === 'ready') this.#ready = true;
      else this.#settle(message);
      this.#next();
    });
    worker.on('error', () => this.#stopped(worker));
    worker.on('exit', () => this.#stopped(worker));
    // Whoever waits for it has a connection that keeps the process alive.
    worker.unref();
    return worker;
  }

  #overdue(): void {
    const worker = this.#worker;
    this.#stopped(worker);
    void worker?.terminate();
  }

  /** The check at hand is lost, whether it took too long or too much memory; the others go on with a new thread. */
  #stopped(worker: Worker | undefined): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#ready = false;
    // A thread that cannot start takes one with it each time, or it would be started for ever.
    this.#current ??= this.#waiting.shift();
    this.#settle('overdue');
    if (this.#waitingCharacters > 0) this.#next();
  }

  #settle(check: FormatCheck): void {
    clearTimeout(this.#timer);
    const settled = this.#current;
    this.#current = undefined;
    if (!settled) return;
    this.#waitingCharacters -= charactersOf(settled.job);
    settled.answer(check);
  }
}

/** Never 0: what waits is seen by it. */
function charactersOf({ schema = '', text = '' }: FormatJob): number {
  return 1 + schema.length + text.length;
}
