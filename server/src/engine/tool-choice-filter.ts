import type { EngineEvent, EngineFault, EngineSink } from './events.ts';
import type { ToolChoice } from './turns.ts';

/**
 * Holds an engine to the caller's tool choice: with `none` no call passes, with a name only calls to that function.
 * Engines are asked for the same, but not all of them obey. A reply left without a call does not stop for one.
 */
class ToolChoiceFilter implements EngineSink {
  readonly #sink: EngineSink;
  /** Undefined lets no call pass. */
  readonly #name: string | undefined;
  /** The engine's numbers of the calls that pass, with their new numbers. */
  readonly #calls = new Map<number, number>();

  constructor(sink: EngineSink, name: string | undefined) {
    this.#sink = sink;
    this.#name = name;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'tool_call_start':
        if (event.name !== this.#name) return;
        this.#sink.event({ ...event, call: this.#calls.size });
        this.#calls.set(event.call, this.#calls.size);
        return;
      case 'tool_call_delta': {
        const call = this.#calls.get(event.call);
        if (call !== undefined) this.#sink.event({ ...event, call });
        return;
      }
      case 'stop':
        if (event.reason === 'tool_call' && this.#calls.size === 0) this.#sink.event({ type: 'stop', reason: 'end_turn' });
        else this.#sink.event(event);
        return;
      default:
        this.#sink.event(event);
    }
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  end(): void {
    this.#sink.end();
  }

  fail(fault: EngineFault): void {
    this.#sink.fail(fault);
  }
}

/** The sink itself where nothing has to be held back, so that the usual request pays nothing. */
export function enforceToolChoice(choice: ToolChoice, sink: EngineSink): EngineSink {
  if (choice === 'auto' || choice === 'any') return sink;
  return new ToolChoiceFilter(sink, choice === 'none' ? undefined : choice.name);
}
