import type { ResponseFormat } from '#engine';
import { FairQueue } from '#kit';
import type { FormatJob } from './format-job.ts';
import { FormatThread, type FormatTask, type FormatOutcome } from './format-thread.ts';

/** An honest check takes a millisecond or two. */
const LONG_MS = 50;
const REMEMBERED_MS = 600_000;

/** Text that waits for the threads, which is a copy of it; of one owner at most half. */
const WAITING_CHARACTERS = 67_108_864;
const TIME_LIMIT_MS = 2_000;
/** Whose long checks took this share of one check's limit lately waits for the slow thread. */
const SLOW_SHARE = 0.5;

/** `busy`: too much waits for the threads already. */
export type FormatCheck = FormatOutcome | 'busy';

/**
 * Whether texts have the form they were asked for (D-38). All of it happens on threads, which are stopped when a check takes
 * too long: a schema is a caller's program, and patterns, references and `uniqueItems` can run for years. There are two:
 * whoever's checks took long lately shares one with others of that kind, so that nobody else waits for checks that never end.
 */
export class FormatChecker {
  readonly #slowMs: number;
  readonly #longChecks = new LongChecks();
  readonly #quickTasks = new FairQueue<FormatTask>();
  readonly #slowTasks = new FairQueue<FormatTask>();
  readonly #quickThread: FormatThread;
  readonly #slowThread: FormatThread;
  readonly #waitingCharacters = new Map<string, number>();

  /** `timeLimitMs`: of one check. */
  constructor({ timeLimitMs = TIME_LIMIT_MS }: { readonly timeLimitMs?: number } = {}) {
    this.#slowMs = timeLimitMs * SLOW_SHARE;
    const quick = { isEmpty: () => this.#quickTasks.isEmpty(), shift: () => this.#shiftQuick() };
    this.#quickThread = new FormatThread(quick, timeLimitMs);
    this.#slowThread = new FormatThread(this.#slowTasks, timeLimitMs);
  }

  /** Whether a schema can be followed at all. `owner`: whose turn it is; nobody waits for all of another's. */
  async accepts(owner: string, schema: object, text = JSON.stringify(schema)): Promise<boolean | 'busy'> {
    const result = await this.#ask(owner, { schema: text, text: undefined, anywhere: false });
    return result === 'busy' ? result : typeof result === 'object' && 'start' in result;
  }

  /** `anywhere`: the JSON may stand in a code fence, or between words. Never rejects. */
  check(owner: string, format: ResponseFormat, text: string, anywhere: boolean): Promise<FormatCheck> {
    const schema =
      format.type === 'json_schema' ? (format.schemaText ?? JSON.stringify(format.schema)) : undefined;
    return this.#ask(owner, { schema, text, anywhere });
  }

  #ask(owner: string, job: FormatJob): Promise<FormatCheck> {
    const characters = charactersOf(job);
    if (!this.#hasRoom(owner, characters)) return Promise.resolve('busy');
    this.#addWaiting(owner, characters);
    const { promise, resolve } = Promise.withResolvers<FormatCheck>();
    this.#push({
      owner,
      job,
      settle: (check, tookMs) => {
        this.#addWaiting(owner, -characters);
        this.#longChecks.add(owner, tookMs);
        resolve(check);
      },
    });
    return promise;
  }

  #push(task: FormatTask): void {
    const slow = this.#isSlow(task.owner);
    (slow ? this.#slowTasks : this.#quickTasks).push(task.owner, task);
    (slow ? this.#slowThread : this.#quickThread).wake();
  }

  /** What was not known to be slow when it came may be now. */
  #shiftQuick(): FormatTask | undefined {
    for (let task = this.#quickTasks.shift(); task; task = this.#quickTasks.shift()) {
      if (!this.#isSlow(task.owner)) return task;
      this.#push(task);
    }
    return undefined;
  }

  #isSlow(owner: string): boolean {
    return this.#longChecks.totalMs(owner) >= this.#slowMs;
  }

  #hasRoom(owner: string, characters: number): boolean {
    const own = (this.#waitingCharacters.get(owner) ?? 0) + characters;
    const all = this.#waitingCharacters.values().reduce((sum, waiting) => sum + waiting, characters);
    return own <= WAITING_CHARACTERS / 2 && all <= WAITING_CHARACTERS;
  }

  #addWaiting(owner: string, characters: number): void {
    const waiting = (this.#waitingCharacters.get(owner) ?? 0) + characters;
    if (waiting === 0) this.#waitingCharacters.delete(owner);
    else this.#waitingCharacters.set(owner, waiting);
  }
}

/** Never 0: what waits is seen by it. */
function charactersOf({ schema = '', text = '' }: FormatJob): number {
  return 1 + schema.length + text.length;
}

/** How long the checks of owners took lately, of those that took long. */
class LongChecks {
  readonly #ofOwner = new Map<string, number>();

  add(owner: string, tookMs: number): void {
    if (tookMs < LONG_MS) return;
    const before = this.#ofOwner.get(owner);
    if (before === undefined) setTimeout(() => this.#ofOwner.delete(owner), REMEMBERED_MS).unref();
    this.#ofOwner.set(owner, (before ?? 0) + tookMs);
  }

  /** Of the last ten minutes, or less. */
  totalMs(owner: string): number {
    return this.#ofOwner.get(owner) ?? 0;
  }
}
