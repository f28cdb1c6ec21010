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
  exchange: Pick<Exchange, 'call' | 'startedAt' | 'admission'>,
  run: RunTimes | undefined,
  { status, errorCode, fault }: CallEnd,
): CallFacts {
  // Undefined fields are left out of the line. Spreading them in would make objects of many shapes, which are slow to write.
  return {
    streamed: exchange.call?.stream ?? false,
    status,
    error_code: errorCode,
    engine_fault: fault,
    engine: exchange.admission?.lease?.engine,
    queued_ms: run && Math.round(run.queuedMs),
    first_output_ms: run?.firstOutputMs === undefined ? undefined : Math.round(run.firstOutputMs),
    duration_ms: Math.round(performance.now() - exchange.startedAt),
  };
}
