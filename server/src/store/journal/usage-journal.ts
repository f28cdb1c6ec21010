import type { Kysely } from 'kysely';
import { describeError, type Log } from '#kit';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { Tables } from '../tables.ts';
import { Delivery } from './delivery.ts';
import { RejectedRecords } from './rejected-records.ts';
import { SegmentQueue } from './segment-queue.ts';
import { SegmentWriter } from './segment-writer.ts';
import { serializeRecord } from './serialize-record.ts';
import type { UsageRecord } from './usage-record.ts';

const SEGMENT_BYTES = 8_388_608;
const PROBE_INTERVAL_MS = 500;
const CLOSE_LIMIT_MS = 5_000;
/** This many records waiting are delivered at once instead of at the next interval. */
const FULL_BATCH_RECORDS = 1_000;

/**
 * Called once per record. `place` is where it ends in the journal: it is in the database, or was set aside, as soon as
 * `delivered` is that far. Of no meaning with an error.
 */
export type Written = (error: Error | undefined, place: number) => void;

interface Awaited {
  readonly place: number;
  readonly resolve: () => void;
  /** Absent: waits however often it fails. */
  readonly reject?: (error: StoreUnavailable) => void;
}

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
  /** Where what earlier runs left ends. */
  readonly #ownStart: number;
  readonly #writer: SegmentWriter;
  readonly #delivery: Delivery;
  #lines: string[] = [];
  #callbacks: Written[] = [];
  #recordsSinceNudge = 0;
  #awaited: Awaited[] = [];
  #replay: Promise<void> | undefined;
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
    this.#ownStart = queue.end;
    this.#writer = new SegmentWriter({ queue, segmentBytes, onSyncFailure: (error) => this.#refuse(error) });
    this.#delivery = new Delivery({
      queue,
      db,
      log,
      rejected: new RejectedRecords(directory, log),
      onDelivered: () => this.#delivered(),
      onFailed: (error) => this.#failed(error),
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

  /** Up to where records are in the database: they arrive in the order they were written. */
  get delivered(): number {
    return this.#queue.delivered;
  }

  /** What earlier runs left is in the database. */
  get replayed(): boolean {
    return this.#queue.delivered >= this.#ownStart;
  }

  /** Resolves when `replayed`. Rejects with StoreUnavailable when the database does not take it now. */
  replay(): Promise<void> {
    if (this.replayed) return Promise.resolve();
    if (this.#delivery.failing) return Promise.reject(new StoreUnavailable('failing'));
    this.#replay ??= this.#arrival(this.#ownStart, { patient: false }).finally(() => (this.#replay = undefined));
    return this.#replay;
  }

  /** Runs `work` while no records are on their way to the database: what it reads there agrees with `delivered`. */
  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return this.#delivery.betweenBatches(work);
  }

  /**
   * Takes one record. `written` is called in a later turn of the event loop, once the record survives the process, or
   * with the error that kept it from being written. Records of one turn share one write.
   */
  append(record: UsageRecord, written: Written): void {
    this.#lines.push(serializeRecord(record));
    this.#callbacks.push(written);
    if (this.#lines.length === 1) setImmediate(this.#writeTurn);
  }

  /** Resolves when everything appended so far is in the database, however long the database is away. */
  flush(): Promise<void> {
    this.#writeTurn();
    const { end, backlogBytes } = this.#queue;
    return backlogBytes === 0 ? Promise.resolve() : this.#arrival(end, { patient: true });
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
    let place = this.#queue.end;
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
    let lineStart = 0;
    for (const [index, written] of callbacks.entries()) {
      const lineEnd = lines.indexOf(0x0a, lineStart) + 1;
      place += lineEnd - lineStart;
      lineStart = lineEnd;
      this.#report(written, index < outcome.lines ? undefined : outcome.error, place);
    }
  };

  /** One caller's mistake must not cost the others their answer. */
  #report(written: Written, error: Error | undefined, place: number): void {
    try {
      written(error, place);
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
    const { delivered } = this.#queue;
    const arrived = this.#awaited.filter(({ place }) => place <= delivered);
    this.#awaited = this.#awaited.filter(({ place }) => place > delivered);
    for (const { resolve } of arrived) resolve();
    if (this.#awaited.length > 0) this.#delivery.hurry();
  }

  #failed(cause: unknown): void {
    const impatient = this.#awaited.filter(({ reject }) => reject);
    this.#awaited = this.#awaited.filter(({ reject }) => !reject);
    for (const { reject } of impatient) reject!(new StoreUnavailable('failing', cause));
    this.#giveUp?.();
  }

  #arrival(place: number, { patient }: { readonly patient: boolean }): Promise<void> {
    this.#delivery.hurry();
    return new Promise((resolve, reject) => this.#awaited.push(patient ? { place, resolve } : { place, resolve, reject }));
  }
}
