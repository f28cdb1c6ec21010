import { describeError, type Log } from '#kit';
import type { JsonArray } from '../json-array.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { Delivery } from './delivery.ts';
import { RejectedRecords } from './rejected-records.ts';
import type { SegmentQueue } from './segment-queue.ts';
import { SegmentWriter } from './segment-writer.ts';
import { storableJson } from '../storable-text.ts';

const SEGMENT_BYTES = 8_388_608;
const PROBE_INTERVAL_MS = 500;
const CLOSE_LIMIT_MS = 5_000;
/** When this many records are waiting, delivery starts immediately instead of at the next interval. */
const FULL_BATCH_RECORDS = 1_000;

/**
 * Called once per record. `offset` is where the record ends in the journal: once `delivered` reaches it, the
 * record is in the database or was set aside. Meaningless with an error.
 */
export type Written = (error: Error | undefined, offset: number) => void;

interface Awaited {
  readonly offset: number;
  readonly resolve: () => void;
  /** Absent: keeps waiting, however often delivery fails. */
  readonly reject?: (error: StoreUnavailable) => void;
}

export interface JournalOptions {
  /** Owned by one process at a time, like the data directory around it. */
  readonly directory: string;
  readonly deliver: DeliverBatch;
  readonly log: Log;
  /** Size after which a new segment starts. Disk space is freed per delivered segment. */
  readonly segmentBytes?: number;
}

/**
 * Writes a batch to the database. Records are not parsed here. Records
 * already stored must change nothing. An error of SQL class 22, 23 or 54 is attributed to a record; after any
 * other error the batch is delivered again.
 */
export type DeliverBatch = (records: JsonArray) => Promise<void>;

/** How the log names a journal. */
export interface RecordKind {
  /** The name in log messages, before "journal" and "records". */
  readonly name: string;
  /** The consequence while the journal cannot be written, for the log. */
  readonly withoutIt: string;
}

/**
 * A write-ahead journal of records of one kind on their way to the database. A record is in a file, out of
 * reach of `kill -9`, before its callback runs. The database gets it within a fraction of a second, or after
 * an outage. Each record is stored once, however often the journal is replayed. A power cut may lose the last
 * 50 ms.
 */
export class Journal<Entry extends object> {
  readonly #log: Log;
  readonly #kind: RecordKind;
  readonly #queue: SegmentQueue;
  /** Where the records of earlier runs end. */
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

  /** `queue` belongs to the directory. Starts delivering what earlier runs left in it. */
  protected constructor(
    { directory, deliver, log, segmentBytes = SEGMENT_BYTES }: JournalOptions,
    queue: SegmentQueue,
    kind: RecordKind,
  ) {
    this.#kind = kind;
    this.#log = log;
    this.#queue = queue;
    this.#ownStart = queue.end;
    this.#writer = new SegmentWriter({ queue, segmentBytes, onSyncFailure: (error) => this.#refuse(error) });
    this.#delivery = new Delivery({
      queue,
      deliver,
      log,
      kind,
      rejected: new RejectedRecords(directory, kind, log),
      onDelivered: () => this.#delivered(),
      onFailed: (error) => this.#failed(error),
    });
  }

  /** False while the disk refuses records. A background task keeps retrying. */
  get accepting(): boolean {
    return this.#refusal === undefined && this.#closing === undefined;
  }

  /** Bytes on disk that are not in the database yet. */
  get backlogBytes(): number {
    return this.#queue.backlogBytes;
  }

  /** Records up to this offset are in the database: they arrive in the order they were written. */
  get delivered(): number {
    return this.#queue.delivered;
  }

  /** The records of earlier runs are in the database. */
  get replayed(): boolean {
    return this.#queue.delivered >= this.#ownStart;
  }

  /**
   * Resolves when `replayed`. Rejects with StoreUnavailable when the database does not accept the records
   * now.
   */
  replay(): Promise<void> {
    if (this.replayed) return Promise.resolve();
    if (this.#delivery.failing) return Promise.reject(new StoreUnavailable('failing'));
    this.#replay ??= this.#arrival(this.#ownStart, { patient: false }).finally(
      () => (this.#replay = undefined),
    );
    return this.#replay;
  }

  /** Calls `work` while no batch is in flight, so that what it reads agrees with `delivered`. */
  betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    return this.#delivery.betweenBatches(work);
  }

  /**
   * Appends one record. Calls `written` in a later turn of the event loop, once the record survives a crash
   * of the process, or with the write error. Records of one turn share one write.
   */
  append(record: Entry, written: Written): void {
    this.#lines.push(storableJson(record));
    this.#callbacks.push(written);
    if (this.#lines.length === 1) setImmediate(this.#writePending);
  }

  /**
   * Appends one record synchronously. It survives a crash of the process when this returns. Throws the write
   * error.
   */
  write(record: Entry): void {
    const outcome: { error?: Error | undefined } = {};
    this.append(record, (error) => (outcome.error = error));
    this.#writePending();
    if (outcome.error) throw outcome.error;
  }

  /** Resolves when everything appended so far is in the database, however long an outage lasts. */
  flush(): Promise<void> {
    return this.#arrivalOfAll({ patient: true });
  }

  /** Like `flush`, but rejects with StoreUnavailable when the database does not accept the records now. */
  deliver(): Promise<void> {
    return this.#arrivalOfAll({ patient: false });
  }

  /**
   * Delivers until the first failure or for 5 s, leaves the rest to the next start, and accepts no more
   * records.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const limit = new Promise<void>((resolve) => (this.#giveUp = resolve));
    const timer = setTimeout(() => this.#giveUp?.(), CLOSE_LIMIT_MS);
    await Promise.race([this.flush(), limit]);
    this.#writePending();
    clearTimeout(this.#probeTimer);
    this.#writer.close();
    await this.#delivery.stop(limit);
    clearTimeout(timer);
    await this.#queue.prune();
  }

  readonly #writePending = (): void => {
    if (this.#lines.length === 0) return;
    const lines = Buffer.from(`${this.#lines.join('\n')}\n`);
    const callbacks = this.#callbacks;
    let offset = this.#queue.end;
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
      offset += lineEnd - lineStart;
      lineStart = lineEnd;
      this.#report(written, index < outcome.lines ? undefined : outcome.error, offset);
    }
  };

  /** An error in one caller's callback must not affect the others. */
  #report(written: Written, error: Error | undefined, offset: number): void {
    try {
      written(error, offset);
    } catch (thrown) {
      this.#log.error({ error: describeError(thrown) }, `callback of the ${this.#kind.name} journal failed`);
    }
  }

  #accept(): void {
    if (this.#refusal === undefined) return;
    this.#refusal = undefined;
    clearTimeout(this.#probeTimer);
    this.#log.info(`writing the ${this.#kind.name} journal recovered`);
  }

  #refuse(error: Error): void {
    if (this.#refusal !== undefined || this.#writer.closed) return;
    this.#refusal = error;
    this.#log.error(
      { error: describeError(error) },
      `writing the ${this.#kind.name} journal failed: ${this.#kind.withoutIt}`,
    );
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
    const arrived = this.#awaited.filter(({ offset }) => offset <= delivered);
    this.#awaited = this.#awaited.filter(({ offset }) => offset > delivered);
    for (const { resolve } of arrived) resolve();
    if (this.#awaited.length > 0) this.#delivery.hurry();
  }

  #failed(cause: unknown): void {
    const impatient = this.#awaited.filter(({ reject }) => reject);
    this.#awaited = this.#awaited.filter(({ reject }) => !reject);
    for (const { reject } of impatient) reject!(new StoreUnavailable('failing', cause));
    this.#giveUp?.();
  }

  #arrivalOfAll(options: { readonly patient: boolean }): Promise<void> {
    this.#writePending();
    const { end, backlogBytes } = this.#queue;
    return backlogBytes === 0 ? Promise.resolve() : this.#arrival(end, options);
  }

  #arrival(offset: number, { patient }: { readonly patient: boolean }): Promise<void> {
    this.#delivery.hurry();
    return new Promise((resolve, reject) =>
      this.#awaited.push(patient ? { offset, resolve } : { offset, resolve, reject }),
    );
  }
}
