import type { Kysely } from 'kysely';
import { DAY_MS, describeError, HOUR_MS, RecentMap, type Clock, type Log } from '#kit';
import type { PeriodicJob } from '#jobs';
import type { Tables } from '#store';
import { deleteReplyMarks, insertReplyMarks, loadReplyMarks, type ReplyMark } from '../store.ts';

const WRITE_MS = 1000;
const BATCH_LIMIT = 500;
/** Marks that wait for the database. Beyond this they are let go: without a mark nothing is checked. */
const WAITING_LIMIT = 20_000;
/** How long a request waits for the marks of its history. */
const TIMEOUT_MS = 250;
/** For how long an answer of the database is believed. */
const BELIEVED_MS = 60_000;
const BELIEVED_LIMIT = 50_000;
const SWEEP_MS = HOUR_MS;
const SWEEP_LIMIT = 10_000;

/** A reply as a caller sent it back. */
export interface SentReply {
  readonly digest: string;
  readonly reasoningBlocks: number;
}

export interface ReplyMarksParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keptDays: () => number;
}

/**
 * Remembers of each reply how many reasoning blocks it had, so that one sent back with fewer is noticed (D-46). Marks
 * are written once a second for all requests together, and a lost one costs a check and nothing else: whatever is slow or
 * away here, requests go on.
 */
export class ReplyMarks {
  readonly #parts: ReplyMarksParts;
  readonly jobs: readonly PeriodicJob[] = [
    { name: 'conversation.reply_marks', everyMs: WRITE_MS, run: () => this.flush() },
    { name: 'retention.reply_marks', everyMs: SWEEP_MS, run: () => this.#sweep(), onlyWhenDue: true },
  ];
  /** By digest, which holds the workspace. */
  #waiting = new Map<string, ReplyMark>();
  #writing: Promise<void> = Promise.resolve();
  /** Number of blocks that was enough, and when that was known. */
  readonly #believed = new RecentMap<string, { readonly enough: number; readonly atMs: number }>(
    BELIEVED_LIMIT,
  );

  constructor(parts: ReplyMarksParts) {
    this.#parts = parts;
  }

  note(workspaceId: string, digest: string, reasoningBlocks: number): void {
    const mark = { workspaceId, digest, reasoningBlocks, atMs: this.#parts.clock.nowMs() };
    const known = this.#waiting.get(mark.digest);
    if (known ? known.reasoningBlocks <= mark.reasoningBlocks : this.#waiting.size >= WAITING_LIMIT) return;
    this.#waiting.set(mark.digest, mark);
    this.#believed.delete(mark.digest);
  }

  /** The first of these replies that had more reasoning blocks than it has now. */
  async findShortened(workspaceId: string, replies: readonly SentReply[]): Promise<number | undefined> {
    const asked = replies.filter((reply) => !this.#isBelieved(reply));
    if (asked.length === 0) return undefined;
    const stored = await this.#load(
      workspaceId,
      asked.map(({ digest }) => digest),
    );
    if (!stored) return undefined;
    const atMs = this.#parts.clock.monotonicMs();
    for (const reply of asked) {
      const { digest, reasoningBlocks } = reply;
      const had = Math.min(
        stored.get(digest) ?? Infinity,
        this.#waiting.get(digest)?.reasoningBlocks ?? Infinity,
      );
      if (had !== Infinity && reasoningBlocks < had) return replies.indexOf(reply);
      this.#believed.set(digest, { enough: reasoningBlocks, atMs });
    }
    return undefined;
  }

  /** Writes what waits. Never rejects: what could not be written waits on. */
  flush(): Promise<void> {
    return (this.#writing = this.#writing.then(() => this.#write()));
  }

  #isBelieved({ digest, reasoningBlocks }: SentReply): boolean {
    const believed = this.#believed.get(digest);
    return (
      believed !== undefined &&
      reasoningBlocks >= believed.enough &&
      this.#parts.clock.monotonicMs() - believed.atMs < BELIEVED_MS
    );
  }

  /** Undefined when the database is away or slow. */
  async #load(
    workspaceId: string,
    digests: readonly string[],
  ): Promise<ReadonlyMap<string, number> | undefined> {
    const { db, clock, log, keptDays } = this.#parts;
    const timeout = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => timeout.resolve(undefined), TIMEOUT_MS);
    const loading = loadReplyMarks(db, workspaceId, digests, clock.nowMs() - keptDays() * DAY_MS).catch(
      (error: unknown) => {
        log.debug({ error: describeError(error) }, 'reading reply marks failed');
        return undefined;
      },
    );
    try {
      return await Promise.race([loading, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(): Promise<void> {
    const { db, log } = this.#parts;
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting.values()].slice(0, BATCH_LIMIT);
      try {
        await insertReplyMarks(db, batch);
      } catch (error) {
        log.warn(
          { error: describeError(error), marks: this.#waiting.size },
          'writing reply marks failed; will retry',
        );
        return;
      }
      // One noted meanwhile under the same digest is another, and waits for the next time.
      for (const mark of batch)
        if (this.#waiting.get(mark.digest) === mark) this.#waiting.delete(mark.digest);
    }
  }

  async #sweep(): Promise<void> {
    const { db, clock, keptDays } = this.#parts;
    while ((await deleteReplyMarks(db, clock.nowMs() - keptDays() * DAY_MS, SWEEP_LIMIT)) === SWEEP_LIMIT);
  }
}
