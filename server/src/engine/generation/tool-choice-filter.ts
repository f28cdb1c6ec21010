import type { EngineEvent, EngineFault, EngineSink } from '../events.ts';
import type { Conversation } from '../turns.ts';

/**
 * Enforces the caller's tool choice: no calls with `none`, only calls to the named function or to those that
 * were allowed, and only the first call without parallel calls. Engines are asked for the same, but not all comply. If no call remains,
 * the stop reason is not a tool call.
 */
class ToolChoiceFilter implements EngineSink {
  readonly #sink: EngineSink;
  readonly #admits: (name: string) => boolean;
  readonly #most: number;
  /** Maps the engine's numbers of passed calls to new numbers. */
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

type Choice = Pick<Conversation, 'tools' | 'toolChoice' | 'parallelToolCalls' | 'onlyListedTools'>;

/** Returns the sink itself if nothing must be filtered, so that ordinary requests pay nothing. */
export function enforceToolChoice(choice: Choice, sink: EngineSink): EngineSink {
  const { tools, toolChoice, parallelToolCalls = true, onlyListedTools = false } = choice;
  const most = parallelToolCalls ? Infinity : 1;
  if (toolChoice === 'none') return new ToolChoiceFilter(sink, () => false, 0);
  if (typeof toolChoice === 'object')
    return new ToolChoiceFilter(sink, (name) => name === toolChoice.name, most);
  if (onlyListedTools) {
    const listed = new Set(tools.map(({ name }) => name));
    return new ToolChoiceFilter(sink, (name) => listed.has(name), most);
  }
  return parallelToolCalls ? sink : new ToolChoiceFilter(sink, () => true, most);
}
