import type { Exchange, HttpExchange, RunSummary } from '#exchange';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { CallJournal, CallRecord } from '#store';
import { MinuteBound } from './minute-bound.ts';
import { toCallRecord } from './to-call-record.ts';

const ROLL_MS = 5_000;
/** While the database is away, calls that used nothing take no more of the disk than this. */
const MAX_BACKLOG_BYTES = 67_108_864;

type DropReason = 'disk' | 'backlog' | 'callers';

export interface RequestRecorderOptions {
  readonly journal: Pick<CallJournal, 'append' | 'accepting' | 'backlogBytes'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly countDropped: (count: number, reason: DropReason) => void;
}

/**
 * Records model calls that used nothing. Those with usage are recorded with it. Never refuses or delays a call: what has no place
 * is counted and dropped.
 */
export class RequestRecorder {
  readonly job: PeriodicJob;
  readonly #options: RequestRecorderOptions;
  readonly #bound: MinuteBound;

  constructor(options: RequestRecorderOptions) {
    this.#options = options;
    this.#bound = new MinuteBound(options.clock, (record) => this.#append(record));
    this.job = {
      name: 'request_records.bound',
      everyMs: ROLL_MS,
      run: () => Promise.resolve(this.#bound.roll()),
    };
  }

  /** To be called when a request is over. */
  finished(exchange: Exchange, summary: RunSummary | undefined): void {
    if (summary?.recorded || !isModelCall(exchange)) return;
    const callerId = callerIdOf(exchange);
    if (callerId === undefined) return;
    if (!this.#bound.add(callerId, () => toCallRecord(exchange, summary)!)) this.#drop('callers');
  }

  close(): void {
    this.#bound.end();
  }

  #append(record: CallRecord): void {
    const { journal } = this.#options;
    if (!journal.accepting) return this.#drop('disk');
    if (journal.backlogBytes > MAX_BACKLOG_BYTES) return this.#drop('backlog');
    journal.append(record, (error) => {
      if (error) this.#drop('disk');
    });
  }

  #drop(reason: DropReason): void {
    this.#options.countDropped(1, reason);
  }
}

/** A prompt tool's operation is none, but the tool calls a model. */
function isModelCall({ operation, metering }: Exchange): boolean {
  return operation.callsModel === true || metering !== undefined;
}

/** The key, or who is signed in. Undefined: a caller of no organization. */
function callerIdOf(exchange: Exchange): string | undefined {
  const { credential } = exchange;
  if (credential) return credential.keyId ?? credential.userId;
  return (exchange as Partial<Pick<HttpExchange, 'key'>>).key?.id;
}
