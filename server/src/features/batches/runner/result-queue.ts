import { describeError, type Log } from '#kit';
import { commitResults, type CommitDeps } from './commit-results.ts';
import type { EndedLine } from './ended-line.ts';
import { MAX_LINES, nextGroup } from './next-group.ts';

/** A group is committed when it has all lines it may have, or is this old. */
const MAX_AGE_MS = 100;
/** Delay while the database is unavailable. */
const RETRY_MS = 500;

/** Results on their way to the database, in groups of lines of one batch, one group at a time. */
export class ResultQueue {
  readonly #deps: CommitDeps & { readonly log: Log };
  readonly #committed: () => void;
  #waiting: EndedLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #failing = false;
  #closing = false;

  /** `committed` is called after each group. */
  constructor(deps: CommitDeps & { readonly log: Log }, committed: () => void) {
    this.#deps = deps;
    this.#committed = committed;
  }

  get length(): number {
    return this.#waiting.length;
  }

  lines(): readonly EndedLine[] {
    return this.#waiting;
  }

  add(line: EndedLine): void {
    this.#waiting.push(line);
    if (this.#waiting.length >= MAX_LINES && !this.#failing) this.#work();
    else this.#timer ??= setTimeout(() => this.#work(), this.#failing ? RETRY_MS : MAX_AGE_MS);
  }

  /** Commits all results once, and drops those that the database does not accept now: other nodes run their lines again. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#waiting.length > 0) this.#work();
    await this.#working;
    for (const { charge } of this.#waiting) charge.drop();
  }

  #work(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#working ??= this.#commitAll().finally(() => {
      this.#working = undefined;
      if (this.#waiting.length > 0 && !this.#closing)
        this.#timer ??= setTimeout(() => this.#work(), RETRY_MS);
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { id } = this.#waiting[0]!.line.batch.row;
      const group = nextGroup(this.#waiting);
      try {
        await commitResults(this.#deps, id, group);
      } catch (error) {
        this.#note(error);
        // A failure of this batch must not delay others.
        const isOfIt = ({ line }: EndedLine): number => Number(line.batch.row.id === id);
        this.#waiting = this.#waiting.toSorted((one, other) => isOfIt(one) - isOfIt(other));
        return;
      }
      if (this.#failing) this.#deps.log.info('committing results of batches recovered');
      this.#failing = false;
      const done = new Set(group);
      this.#waiting = this.#waiting.filter((line) => !done.has(line));
      this.#committed();
    }
  }

  #note(error: unknown): void {
    if (!this.#failing)
      this.#deps.log.warn(
        { error: describeError(error) },
        'committing results of batches failed; will retry',
      );
    this.#failing = true;
  }
}
