import type { EngineEvent, EngineFault, EngineSink } from '../events.ts';
import type { Conversation } from '../turns.ts';

/**
 * Holds an engine to the caller's tool choice: with `none` no call passes, with a name only calls to that function,
 * without parallel calls only the first. Engines are asked for the same, but not all of them obey. A reply left without
 * a call does not stop for one.
 */
class ToolChoiceFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #admits: (name: string) => boolean;
  readonly #most: number;
  /** The engine's numbers of the calls that pass, with their new numbers. */
  readonly #calls = new Map<number, number>();

  constructor(sink: EngineSink, admits: (name: string) => boolean, most: number) {
    this.#sink = sink;
    this.#admits = admits;
    this.#most = most;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'tool_call_start':
        if (this.#calls.size >= this.#most || !this.#admits(event.name)) return;
        this.#sink.event({ ...event, call: this.#calls.size });
        this.#calls.set(event.call, this.#calls.size);
        return;
      case 'tool_call_delta': {
        const call = this.#calls.get(event.call);
        if (call !== undefined) this.#sink.event({ ...event, call });
        return;
      }
      case 'stop':
        if (event.reason === 'tool_call' && this.#calls.size === 0)
          this.#sink.event({ type: 'stop', reason: 'end_turn' });
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

type Choice = Pick<Conversation, 'toolChoice' | 'parallelToolCalls'>;

/** The sink itself where nothing has to be held back, so that the usual request pays nothing. */
export function enforceToolChoice(
  { toolChoice, parallelToolCalls = true }: Choice,
  sink: EngineSink,
): EngineSink {
  const most = parallelToolCalls ? Infinity : 1;
  if (toolChoice === 'none') return new ToolChoiceFilter(sink, () => false, 0);
  if (typeof toolChoice === 'object')
    return new ToolChoiceFilter(sink, (name) => name === toolChoice.name, most);
  return parallelToolCalls ? sink : new ToolChoiceFilter(sink, () => true, most);
}
