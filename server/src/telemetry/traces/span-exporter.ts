import type { Clock, Log } from '#kit';
import { BATCH_SPANS, type SpanBatch } from './span-batch.ts';

/** What became of a request to the collector. */
export interface ExportOutcome {
  /** `retry`: the same spans may be taken later. */
  readonly result: 'taken' | 'retry' | 'refused';
  /** Undefined: there was no response. */
  readonly status: number | undefined;
  /** Spans that the collector did not take of those it was sent. */
  readonly rejected: number;
}

/** What became of spans, for the metrics. */
export type SpanOutcome = 'exported' | DropReason;

type DropReason = 'queue_full' | 'export_failed' | 'rejected';

export interface SpanExporterOptions {
  readonly newBatch: () => SpanBatch;
  /** Sends spans. Never rejects. */
  readonly send: (batch: SpanBatch, signal: AbortSignal) => Promise<ExportOutcome>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  readonly count: (spans: number, outcome: SpanOutcome) => void;
}

const MAX_QUEUED = 8 * BATCH_SPANS;
/** Batches that are kept for later spans: making one takes a megabyte. */
const MAX_FREE = 2;
const EVERY_MS = 1000;
const MAX_TRIES = 5;
const TIMEOUT_MS = 10_000;
/** How long a shutdown waits for the collector. */
const FLUSH_MS = 3000;
const LOG_EVERY_MS = 60_000;

/** Keeps spans until they are sent, many at once and never on the path of a call. What does not fit is dropped and counted. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly job = { name: 'telemetry.traces', everyMs: EVERY_MS, run: () => this.#export(TIMEOUT_MS) };
  /** The last one takes further spans. */
  #queue: SpanBatch[] = [];
  #queuedSpans = 0;
  /** Those that are being sent, or wait for the next try. */
  #batch: SpanBatch | undefined;
  readonly #free: SpanBatch[] = [];
  #tries = 0;
  #exporting: Promise<void> | undefined;
  #scheduled = false;
  #loggedAtMs = -Infinity;
  #lostSinceLog = 0;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
  }

  /** A span in protobuf, whose bytes are copied. */
  add(span: Uint8Array): void {
    if (this.#queuedSpans >= MAX_QUEUED || !this.#enqueue(span)) return this.#drop(1, 'queue_full');
    this.#queuedSpans += 1;
    // While the collector fails, only the job tries again.
    if (this.#queuedSpans < BATCH_SPANS || this.#scheduled || this.#exporting || this.#tries > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#export(TIMEOUT_MS);
    });
  }

  /** Sends what is left, as long as the collector takes it. Nothing is added any more. */
  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FLUSH_MS);
    await Promise.race([this.#flush(), late]);
    clearTimeout(timer);
    this.#drop(this.#waitingSpans, 'export_failed');
    this.#batch = undefined;
    this.#queue = [];
    this.#queuedSpans = 0;
  }

  get #waitingSpans(): number {
    return (this.#batch?.spans ?? 0) + this.#queuedSpans;
  }

  /** False for a span that is larger than a whole batch. */
  #enqueue(span: Uint8Array): boolean {
    if (this.#queue.at(-1)?.add(span)) return true;
    const batch = this.#free.pop() ?? this.#options.newBatch();
    const fits = batch.add(span);
    (fits ? this.#queue : this.#free).push(batch);
    return fits;
  }

  #takeBatch(): SpanBatch | undefined {
    const batch = this.#queue.shift();
    this.#queuedSpans -= batch?.spans ?? 0;
    return batch;
  }

  async #flush(): Promise<void> {
    await this.#exporting;
    await this.#export(FLUSH_MS);
  }

  /** One at a time. Never rejects. */
  #export(timeoutMs: number): Promise<void> {
    return (this.#exporting ??= this.#exportAll(timeoutMs).finally(() => (this.#exporting = undefined)));
  }

  async #exportAll(timeoutMs: number): Promise<void> {
    for (;;) {
      this.#batch ??= this.#takeBatch();
      if (!this.#batch || !(await this.#send(this.#batch, timeoutMs))) return;
    }
  }

  /** Whether to go on with the next batch. */
  async #send(batch: SpanBatch, timeoutMs: number): Promise<boolean> {
    const { spans } = batch;
    const response = await this.#options.send(batch, AbortSignal.timeout(timeoutMs));
    // The service stopped waiting for it.
    if (this.#batch !== batch) return false;
    if (response.result === 'retry' && ++this.#tries < MAX_TRIES) {
      this.#note(response.status);
      return false;
    }
    this.#batch = undefined;
    this.#tries = 0;
    batch.clear();
    if (this.#free.length < MAX_FREE) this.#free.push(batch);
    if (response.result === 'taken') {
      this.#options.count(spans - response.rejected, 'exported');
      if (response.rejected > 0) this.#drop(response.rejected, 'rejected');
    } else this.#drop(spans, 'export_failed');
    if (response.result !== 'taken' || response.rejected > 0) this.#note(response.status);
    return response.result === 'taken';
  }

  #drop(spans: number, reason: DropReason): void {
    if (spans === 0) return;
    this.#lostSinceLog += spans;
    this.#options.count(spans, reason);
  }

  /** A collector that is away is worth one line a minute. */
  #note(status: number | undefined): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#loggedAtMs < LOG_EVERY_MS) return;
    this.#options.log.warn(
      { status, spans_dropped: this.#lostSinceLog, spans_waiting: this.#waitingSpans },
      'exporting spans to the OTLP collector failed',
    );
    this.#loggedAtMs = nowMs;
    this.#lostSinceLog = 0;
  }
}
