import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeError, type Log } from '#kit';
import { JsonArray } from '../json-array.ts';
import { codeOf, StoreUnavailable } from '../store-unavailable.ts';
import type { DeliverBatch, RecordKind } from './journal.ts';
import type { RejectedRecords } from './rejected-records.ts';
import { readBatch, unreadable, type LineBatch } from './segment-reader.ts';
import type { Segment, SegmentQueue } from './segment-queue.ts';

const INTERVAL_MS = 250;
const MAX_BACKOFF_MS = 5_000;
const MAX_LINES = 1_000;
/**
 * If the open segment holds less than this, delivery waits for the next interval: otherwise every insert
 * would carry a few lines.
 */
const WORTH_A_BATCH_BYTES = 262_144;

export interface DeliveryOptions {
  readonly queue: SegmentQueue;
  readonly deliver: DeliverBatch;
  readonly rejected: RejectedRecords;
  readonly log: Log;
  readonly kind: RecordKind;
  /** Called after every batch that reached the database. */
  readonly onDelivered: () => void;
  /** Called after every batch that failed; it is retried later. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Delivers lines from the segments to the database, in order, one batch at a time. Reads them back from the
 * files, so that a database outage of a day costs disk space and not memory.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #loop: Promise<void>;
  #wake = new AbortController();
  #stopping = false;
  #urgent = false;
  #maxLines = MAX_LINES;
  #failures = 0;
  /** The batch in flight; never rejects. */
  #batch: Promise<unknown> = Promise.resolve();
  /** Set while someone reads what was delivered: no batch may start. */
  #interlude: Promise<void> | undefined;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#loop = this.#run();
  }

  /** The last batch failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** Calls `work` while no batch is in flight. */
  async betweenBatches<T>(work: () => Promise<T>): Promise<T> {
    while (this.#interlude) await this.#interlude;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#interlude = promise;
    try {
      await this.#batch;
      return await work();
    } finally {
      this.#interlude = undefined;
      resolve();
    }
  }

  /** Delivers now instead of at the next interval, ignoring any back-off. */
  hurry(): void {
    this.#urgent = true;
    this.#wake.abort();
  }

  /** Delivers now, unless the database is unavailable: then every busy moment would cause another attempt. */
  nudge(): void {
    if (this.#failures === 0) this.hurry();
  }

  /** Stops after the batch in flight, or at `giveUp`. */
  async stop(giveUp: Promise<unknown>): Promise<void> {
    this.#stopping = true;
    this.#wake.abort();
    await Promise.race([this.#loop, giveUp]);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      if (this.#urgent) this.#urgent = false;
      else await this.#pause();
      await this.#drain();
    }
  }

  /** Delivers until nothing is left, a batch fails, or the rest is too small to be worth a batch. */
  async #drain(): Promise<void> {
    const { queue, log, kind } = this.#options;
    try {
      await queue.prune();
      for (let segment = queue.oldest; segment !== undefined; segment = queue.oldest) {
        if (segment.deliveredBytes < segment.sizeBytes) await this.#deliverBatch(segment);
        await queue.prune();
        const leftBytes = segment.sizeBytes - segment.deliveredBytes;
        if (this.#stopping || (!segment.sealed && leftBytes < WORTH_A_BATCH_BYTES)) return;
      }
    } catch (error) {
      // Logs once per outage, not once per attempt.
      if (this.#failures++ === 0)
        log.warn(
          { error: describeError(error), bytes: queue.backlogBytes },
          `delivery of ${kind.name} records failed; will retry`,
        );
      // A statement that timed out may be fast enough when it is smaller.
      if (error instanceof StoreUnavailable && error.reason === 'timed_out')
        this.#maxLines = Math.max(1, this.#maxLines >> 1);
      this.#options.onFailed(error);
    }
  }

  async #deliverBatch(segment: Segment): Promise<void> {
    const batch = await this.#read(segment);
    while (this.#interlude) await this.#interlude;
    const sent = this.#deliverLinesOf(batch);
    this.#batch = sent.catch(() => undefined);
    await sent;
    segment.deliveredBytes += batch.bytes;
    if (this.#failures > 0)
      this.#options.log.info(`delivery of ${this.#options.kind.name} records recovered`);
    this.#failures = 0;
    this.#maxLines = Math.min(MAX_LINES, this.#maxLines * 2);
    this.#options.onDelivered();
  }

  async #deliverLinesOf({ records, lines }: LineBatch): Promise<void> {
    try {
      await this.#options.deliver(records);
    } catch (error) {
      if (!isContentRefusal(error)) throw error;
      await this.#deliverLines(await this.#parseable(lines()));
    }
  }

  async #read(segment: Segment): Promise<LineBatch> {
    try {
      return await readBatch(segment, this.#maxLines);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      // Waiting would block every later record for a file that nobody will bring back.
      const bytes = segment.sizeBytes - segment.deliveredBytes;
      this.#options.log.error(
        { segment: basename(segment.path), bytes },
        'journal segment deleted before delivery',
      );
      return unreadable('', bytes);
    }
  }

  /** Sets aside lines that are not JSON: one such line would make the database reject its whole batch. */
  async #parseable(lines: readonly string[]): Promise<string[]> {
    const good: string[] = [];
    for (const line of lines) {
      if (line === '') continue;
      try {
        JSON.parse(line);
        good.push(line);
      } catch (error) {
        await this.#options.rejected.add(line, error);
      }
    }
    return good;
  }

  /** Bisects a rejected batch until the records at fault stand alone, and sets those aside. */
  async #deliverLines(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    try {
      await this.#options.deliver(JsonArray.of(lines));
    } catch (error) {
      if (!isContentRefusal(error)) throw error;
      if (lines.length === 1) return this.#options.rejected.add(lines[0]!, error);
      const middle = lines.length >> 1;
      await this.#deliverLines(lines.slice(0, middle));
      await this.#deliverLines(lines.slice(middle));
    }
  }

  async #pause(): Promise<void> {
    this.#wake = new AbortController();
    const ms = Math.min(INTERVAL_MS * 2 ** Math.min(this.#failures, 10), MAX_BACKOFF_MS);
    await delay(ms, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined);
    this.#urgent = false;
  }
}

/**
 * True when the database rejected a record's content: data exceptions, constraints, size limits. Any other
 * error (a missing table or privilege) would affect every record alike, so delivery must wait until it is
 * repaired.
 */
function isContentRefusal(error: unknown): boolean {
  const sqlClass = codeOf(error)?.slice(0, 2);
  return sqlClass === '22' || sqlClass === '23' || sqlClass === '54';
}
