import type { StopReason, TokenUsage } from '../events.ts';
import type { Route } from '../route.ts';
import type { EndedAttempt } from './attempt-observer.ts';

/** What only traces say of an attempt. */
export interface TracedEnd extends EndedAttempt {
  readonly usage: TokenUsage | undefined;
  readonly stopReason: StopReason | undefined;
  /** What the engine called the model that answered. */
  readonly responseModel: string | undefined;
}

/** The trace of an attempt, from its start. */
export interface AttemptTrace {
  /** What the engine is sent, so that its own spans belong to the attempt (W3C Trace Context). */
  readonly traceparent: string;
  /** Exactly once. Must not throw. */
  ended(end: TracedEnd): void;
}

/** A call that is traced. Each attempt at an engine is a part of it. */
export interface CallTrace {
  startAttempt(route: Route): AttemptTrace;
}
