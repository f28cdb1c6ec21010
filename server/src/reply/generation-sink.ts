import type { Block, EngineEvent, EngineFault, EngineSink, StopReason, TokenUsage } from '#engine';
import type { ReplySink } from '#exchange';

/** A call of a server tool, as the model wrote it. */
export interface OwnCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** What a generation says while it goes on. */
export type GenerationListener = Pick<ReplySink, 'event' | 'hidden' | 'flush'>;

/** One generation of a reply, when it is over. */
export interface Generated {
  readonly fault: EngineFault | undefined;
  readonly stop: StopReason;
  readonly stopSequence: string | undefined;
  readonly usage: TokenUsage | undefined;
  /** What it wrote, as the assistant's turn that the next generation reads. */
  readonly blocks: readonly Block[];
  readonly ownCalls: readonly OwnCall[];
  /** It also called functions of the caller's. */
  readonly callsCaller: boolean;
}

interface KnownCall {
  readonly id: string;
  readonly name: string;
  /** Its number in the reply; undefined for a server tool, whose calls are not shown. */
  readonly shownAs: number | undefined;
  input: string;
}

/**
 * Receives one generation of a reply that may have more: text is passed on as it comes, calls of server tools are kept back, and
 * how it ended goes to `over` instead of the caller.
 */
export class GenerationSink implements EngineSink {
  readonly #sink: GenerationListener;
  readonly #isOwn: (name: string) => boolean;
  readonly #over: (generated: Generated) => void;
  readonly #firstCall: number;
  readonly #calls = new Map<number, KnownCall>();
  readonly #prose: Block[] = [];
  #chunks: string[] = [];
  #kind: 'text' | 'reasoning' = 'text';
  #shown = 0;
  #stop: StopReason = 'end_turn';
  #stopSequence: string | undefined;
  #usage: TokenUsage | undefined;

  /** `firstCall`: how many calls the reply has shown already. */
  constructor(
    sink: GenerationListener,
    isOwn: (name: string) => boolean,
    firstCall: number,
    over: (generated: Generated) => void,
  ) {
    this.#sink = sink;
    this.#isOwn = isOwn;
    this.#firstCall = firstCall;
    this.#over = over;
  }

  /** Calls of the caller's functions it has made. */
  get shownCalls(): number {
    return this.#shown;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        this.#write(event.type, event.text);
        return this.#sink.event(event);
      case 'tool_call_start':
        return this.#startCall(event.call, event.id, event.name);
      case 'tool_call_delta':
        return this.#continueCall(event.call, event.arguments);
      case 'stop':
        this.#stop = event.reason;
        this.#stopSequence = event.stopSequence;
        return;
      case 'usage':
        this.#usage = event.usage;
        // At once: who leaves while a tool runs pays what the engine counted.
        return this.#sink.event(event);
      default:
        this.#sink.event(event);
    }
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  end(): void {
    this.#report(undefined);
  }

  fail(fault: EngineFault): void {
    this.#report(fault);
  }

  #write(kind: 'text' | 'reasoning', text: string): void {
    if (kind !== this.#kind) this.#endProse();
    this.#kind = kind;
    this.#chunks.push(text);
  }

  #endProse(): void {
    const text = this.#chunks.join('');
    this.#chunks = [];
    if (text !== '') this.#prose.push({ type: this.#kind, text });
  }

  #startCall(number: number, id: string, name: string): void {
    const own = this.#isOwn(name);
    this.#calls.set(number, {
      id,
      name,
      shownAs: own ? undefined : this.#firstCall + this.#shown++,
      input: '',
    });
    if (own) this.#sink.hidden(name);
    else this.#sink.event({ type: 'tool_call_start', call: this.#firstCall + this.#shown - 1, id, name });
  }

  #continueCall(number: number, text: string): void {
    const call = this.#calls.get(number);
    if (!call) return;
    call.input += text;
    if (call.shownAs === undefined) this.#sink.hidden(text);
    else this.#sink.event({ type: 'tool_call_delta', call: call.shownAs, arguments: text });
  }

  #report(fault: EngineFault | undefined): void {
    this.#endProse();
    const ownCalls = [...this.#calls.values()].filter(({ shownAs }) => shownAs === undefined);
    const calls = ownCalls.map(({ id, name, input }): Block => ({
      type: 'tool_call',
      id,
      name,
      arguments: input,
    }));
    this.#over({
      fault,
      stop: this.#stop,
      stopSequence: this.#stopSequence,
      usage: this.#usage,
      blocks: [...this.#prose, ...calls],
      ownCalls,
      callsCaller: this.#shown > 0,
    });
  }
}
