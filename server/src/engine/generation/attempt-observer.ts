import type { EngineFault } from '../events.ts';
import type { Route } from '../route.ts';

/** How an attempt at an engine ended, in the words of metrics and traces. */
export type AttemptOutcome =
  | 'completed'
  /** The caller left, or the service ended the run. */
  | 'cancelled'
  | 'unreachable'
  | 'timeout'
  /** 429, or the engine's own queue was full. */
  | 'busy'
  | 'status_4xx'
  | 'status_5xx'
  | 'broken'
  /** Handling its output failed at our side. */
  | 'internal_error';

/** An attempt that is over. Times are `performance.now()` milliseconds. */
export interface EndedAttempt {
  readonly route: Route;
  readonly outcome: AttemptOutcome;
  readonly startedAtMs: number;
  /** Undefined if none came. */
  readonly firstOutputAtMs: number | undefined;
  /** Output arrived in chunks, so that the first one came before the last. */
  readonly streamed: boolean;
  /** Of a response with an error status. */
  readonly status: number | undefined;
}

/** Told of all attempts, on the path of calls: must be cheap, and must not throw. */
export interface AttemptObserver {
  /** Exactly once per attempt. */
  ended(attempt: EndedAttempt): void;
  /** The attempt at this route failed, and another route is tried. After `ended`. */
  failedOver(from: Route): void;
}

export function outcomeOf({ kind, status = 0 }: EngineFault): AttemptOutcome {
  if (kind !== 'status') return kind;
  if (status === 429) return 'busy';
  if (status >= 500) return 'status_5xx';
  // Redirects and empty successes are no valid response of an engine.
  return status >= 400 ? 'status_4xx' : 'broken';
}
