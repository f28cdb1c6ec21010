import { newId, type Clock } from '#kit';
import type {
  EngineEvent,
  EngineFault,
  EngineRun,
  EngineSink,
  StopReason,
  TokenUsage,
} from '../../events.ts';
import type { GenerateRequest } from '../../turns.ts';

/** One request at the local model: its caller uses one side, generation writes to the other. */
export class LlamaRun implements EngineRun {
  readonly request: GenerateRequest;
  readonly #sink: EngineSink;
  readonly #clock: Clock;
  readonly #aborted: (run: LlamaRun) => void;
  #over = false;
  #wake: (() => void) | undefined;

  constructor(request: GenerateRequest, sink: EngineSink, clock: Clock, aborted: (run: LlamaRun) => void) {
    this.request = request;
    this.#sink = sink;
    this.#clock = clock;
    this.#aborted = aborted;
  }

  /** True after the end, a fault or an abort: generation stops at its next token. */
  get over(): boolean {
    return this.#over;
  }

  newCallId(): string {
    return newId('call_', this.#clock.nowMs());
  }

  resume(): void {
    this.#wake?.();
  }

  abort(): void {
    if (this.#over) return;
    this.#over = true;
    this.#wake?.();
    this.#aborted(this);
  }

  /** Sends one burst; the promise, if any, is the pause that the sink requested. */
  send(...events: readonly EngineEvent[]): Promise<void> | undefined {
    for (const event of events) {
      if (this.#over) return undefined;
      this.#sink.event(event);
    }
    if (this.#over || this.#sink.flush() || this.#over) return undefined;
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  finish(reason: StopReason, usage: TokenUsage): void {
    if (this.#over) return;
    void this.send({ type: 'stop', reason }, { type: 'usage', usage });
    if (this.#over) return;
    this.#over = true;
    this.#sink.end();
  }

  fail(fault: EngineFault): void {
    if (this.#over) return;
    this.#over = true;
    this.#wake?.();
    this.#sink.fail(fault);
  }
}
