import type { Kysely } from 'kysely';
import { describeError, type Log } from '#kit';
import type { Tables } from '../tables.ts';
import { Delivery } from './delivery.ts';
import { RejectedRecords } from './rejected-records.ts';
import { SegmentQueue, type JournalPosition } from './segment-queue.ts';
import { SegmentWriter } from './segment-writer.ts';
import { serializeRecord } from './serialize-record.ts';
import type { UsageRecord } from './usage-record.ts';

const SEGMENT_BYTES = 8_388_608;
const PROBE_INTERVAL_MS = 500;
const CLOSE_LIMIT_MS = 5_000;
/** This many records waiting are delivered at once instead of at the next interval. */
const FULL_BATCH_RECORDS = 1_000;

export interface UsageJournalOptions {
  /** Owned by one process at a time, as the data directory around it is. */
  readonly directory: string;
  readonly db: Kysely<Tables>;
  readonly log: Log;
  /** Size after which a new segment is started; a delivered segment is what frees disk. */
  readonly segmentBytes?: number;
}

/**
 * Usage on its way to the database. A record is in a file, beyond the reach of `kill -9`, before its caller hears so;
 * the database gets it within a fraction of a second when it is there, and some time later when it is not. A request id
 * is recorded once however often the journal is replayed. A power cut may cost the last 50 ms.
 */
export class UsageJournal {
  readonly #log: Log;
  readonly #queue: SegmentQueue;
  readonly #firstOwnSegment: number;
  readonly #writer: SegmentWriter;
  readonly #delivery: Delivery;
  #lines: string[] = [];
  #callbacks: ((error?: Error) => void)[] = [];
  #recordsSinceNudge = 0;
  #flushes: { readonly position: JournalPosition; readonly resolve: () => void }[] = [];
  #refusal: Error | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #giveUp: (() => void) | undefined;

  /** Takes over what earlier runs left and starts delivering it. Throws the file system's error. */
  static async open(options: UsageJournalOptions): Promise<UsageJournal> {
    return new UsageJournal(options, await SegmentQueue.open(options.directory, options.log));
  }

  private constructor({ directory, db, log, segmentBytes = SEGMENT_BYTES }: UsageJournalOptions, queue: SegmentQueue) {
    this.#log = log;
    this.#queue = queue;
    this.#firstOwnSegment = queue.nextNumber;
    this.#writer = new SegmentWriter({ queue, segmentBytes, onSyncFailure: (error) => this.#refuse(error) });
    this.#delivery = new Delivery({
      queue,
      db,
      log,
      firstOwnSegment: this.#firstOwnSegment,
      rejected: new RejectedRecords(directory, log),
      onDelivered: () => this.#delivered(),
      onFailed: () => this.#giveUp?.(),
    });
  }

  /** False while the disk refuses records. It is tried again in the background. */
  get accepting(): boolean {
    return this.#refusal === undefined && this.#closing === undefined;
  }

  /** Bytes on disk that the database does not have yet. */
  get backlogBytes(): number {
    return this.#queue.backlogBytes;
  }

  /** How many of the records appended in this run are in the database: they arrive in the order they were written. */
  get delivered(): number {
    return this.#delivery.ownRecords;
  }

  /** What earlier runs left is in the database. */
  get replayed(): boolean {
    return this.#queue.oldestNumber >= this.#firstOwnSegment;
  }

  /** Runs `work` while no records are on their way to the database: what it reads there agrees with `delivered`. */
  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return this.#delivery.betweenBatches(work);
  }

  /**
   * Takes one record. `written` is called in a later turn of the event loop, once the record survives the process, or
   * with the error that kept it from being written. Records of one turn share one write.
   */
  append(record: UsageRecord, written: (error?: Error) => void): void {
    this.#lines.push(serializeRecord(record));
    this.#callbacks.push(written);
    if (this.#lines.length === 1) setImmediate(this.#writeTurn);
  }

  /** Resolves when everything appended so far is in the database, however long the database is away. */
  flush(): Promise<void> {
    this.#writeTurn();
    const position = this.#queue.end;
    if (this.#queue.isDelivered(position)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#flushes.push({ position, resolve });
      this.#delivery.hurry();
    });
  }

  /** Delivers until the first failure or for 5 s, leaves the rest to the next start, and takes no more records. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const limit = new Promise<void>((resolve) => (this.#giveUp = resolve));
    const timer = setTimeout(() => this.#giveUp?.(), CLOSE_LIMIT_MS);
    await Promise.race([this.flush(), limit]);
    this.#writeTurn();
    clearTimeout(this.#probeTimer);
    this.#writer.close();
    await this.#delivery.stop(limit);
    clearTimeout(timer);
    await this.#queue.prune();
  }

  readonly #writeTurn = (): void => {
    if (this.#lines.length === 0) return;
    const lines = Buffer.from(`${this.#lines.join('\n')}\n`);
    const callbacks = this.#callbacks;
    this.#lines = [];
    this.#callbacks = [];
    const outcome = this.#writer.write(lines);
    if (outcome.error === undefined) this.#accept();
    else this.#refuse(outcome.error);
    this.#recordsSinceNudge += callbacks.length;
    if (this.#recordsSinceNudge >= FULL_BATCH_RECORDS) {
      this.#recordsSinceNudge = 0;
      this.#delivery.nudge();
    }
    for (const [index, written] of callbacks.entries()) this.#report(written, index < outcome.lines ? undefined : outcome.error);
  };

  /** One caller's mistake must not cost the others their answer. */
  #report(written: (error?: Error) => void, error: Error | undefined): void {
    try {
      written(error);
    } catch (thrown) {
      this.#log.error({ error: describeError(thrown) }, 'a caller of the usage journal threw');
    }
  }

  #accept(): void {
    if (this.#refusal === undefined) return;
    this.#refusal = undefined;
    clearTimeout(this.#probeTimer);
    this.#log.info('the usage journal can be written again');
  }

  #refuse(error: Error): void {
    if (this.#refusal !== undefined || this.#writer.closed) return;
    this.#refusal = error;
    this.#log.error({ error: describeError(error) }, 'the usage journal cannot be written: no request is accepted');
    this.#scheduleProbe();
  }

  #scheduleProbe(): void {
    this.#probeTimer = setTimeout(() => {
      try {
        this.#writer.probe();
        this.#accept();
      } catch {
        this.#scheduleProbe();
      }
    }, PROBE_INTERVAL_MS).unref();
  }

  #delivered(): void {
    const waiting = this.#flushes.filter(({ position }) => !this.#queue.isDelivered(position));
    const done = this.#flushes.filter((flush) => !waiting.includes(flush));
    this.#flushes = waiting;
    for (const { resolve } of done) resolve();
    if (waiting.length > 0) this.#delivery.hurry();
  }
}
