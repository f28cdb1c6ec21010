import type { EngineEvent, EngineRun, StopReason, TokenUsage } from '../events.ts';
import type { Route } from '../route.ts';
import { Attempt, type AttemptOwner } from './attempt.ts';
import type { AttemptOutcome } from './attempt-observer.ts';
import type { AttemptTrace } from './call-trace.ts';

/** An attempt that also notes what its trace says. A class of its own, so that the others pay nothing for it. */
export class TracedAttempt extends Attempt {
  readonly #trace: AttemptTrace;
  #usage: TokenUsage | undefined;
  #stopReason: StopReason | undefined;
  #run: EngineRun | undefined;

  constructor(owner: AttemptOwner, route: Route, trace: AttemptTrace) {
    super(owner, route);
    this.#trace = trace;
  }

  override attach(upstream: EngineRun): void {
    this.#run = upstream;
    super.attach(upstream);
  }

  override event(event: EngineEvent): void {
    if (event.type === 'usage') this.#usage = event.usage;
    else if (event.type === 'stop') this.#stopReason = event.reason;
    super.event(event);
  }

  override report(outcome: AttemptOutcome, status?: number): void {
    super.report(outcome, status);
    this.#trace.ended({
      ...this.endedAs(outcome, status),
      usage: this.#usage,
      stopReason: this.#stopReason,
      responseModel: this.#run?.responseModel,
    });
  }
}
