import {
  EngineFault,
  type EngineEvent,
  type EngineRun,
  type EngineSink,
  type TokenUsage,
} from '../../events.ts';

/**
 * A reply ready to be sent. `ending` follows all events; a fault as the ending means that the reply breaks
 * off.
 */
export interface Performance {
  readonly events: readonly EngineEvent[];
  readonly ending: EngineFault | readonly EngineEvent[];
  readonly input: Promise<Pick<TokenUsage, 'inputTokens' | 'cachedInputTokens'>>;
  readonly output: Pick<TokenUsage, 'outputTokens' | 'reasoningTokens'>;
  readonly eventsPerBurst: number;
  readonly delayMs: number;
}

/** Sends one reply in bursts on a timer. Has at most one timer: none while paused and none after the end. */
export class Player implements EngineRun {
  readonly #reply: Performance;
  readonly #sink: EngineSink;
  readonly #over: () => void;
  #timer: NodeJS.Timeout | undefined;
  #next = 0;
  #paused = false;
  #done = false;

  constructor(reply: Performance, sink: EngineSink, over: () => void) {
    this.#reply = reply;
    this.#sink = sink;
    this.#over = over;
    // Sends nothing before `start` has returned the run: a sink may abort in its first event.
    this.#wait();
  }

  resume(): void {
    if (!this.#paused || this.#done) return;
    this.#paused = false;
    this.#wait();
  }

  abort(): void {
    this.#close();
  }

  /** Ends the run on behalf of the engine. */
  fail(fault: EngineFault): void {
    if (this.#done) return;
    this.#close();
    this.#sink.fail(fault);
  }

  #close(): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    this.#over();
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#burst(), this.#reply.delayMs);
  }

  #burst(): void {
    const { events, eventsPerBurst } = this.#reply;
    const start = this.#next;
    const end = Math.min(start + eventsPerBurst, events.length);
    while (this.#next < end && !this.#done) this.#sink.event(events[this.#next++]!);
    if (this.#done) return;
    this.#paused = end > start && !this.#sink.flush();
    if (this.#paused || this.#done) return;
    if (end < events.length) return this.#wait();
    this.#reply.input.then(
      (input) => this.#finish({ ...input, ...this.#reply.output }),
      () => this.fail(new EngineFault('broken')),
    );
  }

  #finish(usage: TokenUsage): void {
    if (this.#done) return;
    const { ending } = this.#reply;
    if (ending instanceof EngineFault) return this.fail(ending);
    for (const event of [...ending, { type: 'usage', usage } as const]) {
      this.#sink.event(event);
      if (this.#done) return;
    }
    this.#sink.flush();
    if (this.#done) return;
    this.#close();
    this.#sink.end();
  }
}
