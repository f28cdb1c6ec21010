import type { Exchange, RunTimes } from '#exchange';
import type { CallFacts } from '#store';

/** How the answer of a call ended. */
export interface CallEnd {
  /** Null: the caller left before there was one. */
  readonly status: number | null;
  readonly errorCode: string | undefined;
  /** Class and status of what went wrong at the engine. */
  readonly fault: string | undefined;
}

/** How a call went, for its record. `run`: undefined if no engine was asked. */
export function callFacts(
  exchange: Pick<Exchange, 'call' | 'startedAt'>,
  run: RunTimes | undefined,
  { status, errorCode, fault }: CallEnd,
): CallFacts {
  return {
    streamed: exchange.call?.stream ?? false,
    status,
    ...(errorCode === undefined ? {} : { error_code: errorCode }),
    ...(fault === undefined ? {} : { engine_fault: fault }),
    ...(run === undefined ? {} : { queued_ms: Math.round(run.queuedMs) }),
    ...(run?.firstOutputMs === undefined ? {} : { first_output_ms: Math.round(run.firstOutputMs) }),
    duration_ms: Math.round(performance.now() - exchange.startedAt),
  };
}
