import type { Clock, Log } from '#kit';

/** What became of a request to the collector. */
export interface ExportAnswer {
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
  /** Sends spans, each as JSON. Never rejects. */
  readonly send: (spans: readonly string[], signal: AbortSignal) => Promise<ExportAnswer>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Log;
  readonly count: (spans: number, outcome: SpanOutcome) => void;
}

/** About a kilobyte each. */
const MOST_QUEUED = 8192;
const BATCH = 1024;
const EVERY_MS = 1000;
const MOST_TRIES = 5;
const TIMEOUT_MS = 10_000;
/** How long a shutdown waits for the collector. */
const FLUSH_MS = 3000;
const LOG_EVERY_MS = 60_000;

/** Keeps spans until they are sent, many at once and never on the path of a call. What does not fit is dropped and counted. */
export class SpanExporter {
  readonly #options: SpanExporterOptions;
  readonly job = { name: 'telemetry.traces', everyMs: EVERY_MS, run: () => this.#export(TIMEOUT_MS) };
  #queue: string[] = [];
  /** Those that are being sent, or wait for the next try. */
  #batch: readonly string[] = [];
  #tries = 0;
  #exporting: Promise<void> | undefined;
  #scheduled = false;
  #loggedAtMs = -Infinity;
  #lostSinceLog = 0;

  constructor(options: SpanExporterOptions) {
    this.#options = options;
  }

  add(span: string): void {
    if (this.#queue.length >= MOST_QUEUED) return this.#drop(1, 'queue_full');
    this.#queue.push(span);
    // While the collector fails, only the job tries again.
    if (this.#queue.length < BATCH || this.#scheduled || this.#exporting || this.#tries > 0) return;
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
    this.#drop(this.#batch.length + this.#queue.length, 'export_failed');
    [this.#batch, this.#queue] = [[], []];
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
      if (this.#batch.length === 0) this.#batch = this.#queue.splice(0, BATCH);
      if (this.#batch.length === 0 || !(await this.#send(timeoutMs))) return;
    }
  }

  /** Whether to go on with the next batch. */
  async #send(timeoutMs: number): Promise<boolean> {
    const batch = this.#batch;
    const answer = await this.#options.send(batch, AbortSignal.timeout(timeoutMs));
    // The service stopped waiting for it.
    if (this.#batch !== batch) return false;
    if (answer.result === 'retry' && ++this.#tries < MOST_TRIES) {
      this.#note(answer.status);
      return false;
    }
    this.#batch = [];
    this.#tries = 0;
    if (answer.result === 'taken') {
      this.#options.count(batch.length - answer.rejected, 'exported');
      if (answer.rejected > 0) this.#drop(answer.rejected, 'rejected');
    } else this.#drop(batch.length, 'export_failed');
    if (answer.result !== 'taken' || answer.rejected > 0) this.#note(answer.status);
    return answer.result === 'taken';
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
      { status, spans_dropped: this.#lostSinceLog, spans_waiting: this.#batch.length + this.#queue.length },
      'the collector of traces did not take spans',
    );
    this.#loggedAtMs = nowMs;
    this.#lostSinceLog = 0;
  }
}
