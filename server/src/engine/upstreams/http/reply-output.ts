import type { EngineEvent, EngineSink, StopReason, TokenUsage } from '../../events.ts';
import { firstTokens } from '../../tokens/count-text.ts';
import { OutputAllowance } from './output-allowance.ts';

/** What a reply passes on: nothing once it is silenced, no more than was allowed, and an end that fits what came before. */
export class ReplyOutput {
  readonly #sink: EngineSink;
  readonly #maxOutputTokens: number;
  readonly #allowance: OutputAllowance;
  #produced = false;
  #called = false;
  #silenced = false;
  /** Something was passed on since this was last set to false. */
  dirty = false;

  constructor(sink: EngineSink, maxOutputTokens: number) {
    this.#sink = sink;
    this.#maxOutputTokens = maxOutputTokens;
    this.#allowance = new OutputAllowance(maxOutputTokens);
  }

  /** The engine went on beyond `max_tokens`; its reply is to be cut here. */
  get overrun(): boolean {
    return this.#allowance.exceeded;
  }

  /** Nothing is passed on from now on. */
  silence(): void {
    this.#silenced = true;
  }

  /** Passes text on, cut where it goes beyond the limit. */
  text(type: 'text' | 'reasoning', whole: string): void {
    const text = this.#allowance.take(whole);
    if (text === '') return;
    this.#produced = true;
    this.emit({ type, text });
  }

  /** Whether a piece of a call's arguments may still pass. */
  admitsArguments(fragment: string): boolean {
    this.#allowance.take(fragment);
    return !this.overrun;
  }

  callStart(call: number, id: string, name: string): void {
    this.#called = true;
    this.emit({ type: 'tool_call_start', call, id, name });
  }

  callDelta(call: number, fragment: string): void {
    this.emit({ type: 'tool_call_delta', call, arguments: fragment });
  }

  /** A whole answer that by the engine's own count is too long: the text is cut to the limit, and only that is charged. */
  cutWhole(text: string, usage: TokenUsage): TokenUsage {
    this.text('text', firstTokens(text, this.#maxOutputTokens));
    return { ...usage, outputTokens: this.#maxOutputTokens };
  }

  isTooLong(usage: TokenUsage | undefined): usage is TokenUsage {
    return usage !== undefined && usage.outputTokens > this.#maxOutputTokens;
  }

  /** Why the reply stopped and what it took; nothing follows. */
  finish(
    stop: { readonly reason: StopReason; readonly stopSequence?: string },
    usage: TokenUsage | undefined,
  ): void {
    this.emit({ type: 'stop', ...stop, reason: this.#fitting(stop.reason) });
    // A count of 0 beside output is a server that does not count: reported, it would make the reply free.
    if (usage && (usage.outputTokens > 0 || !(this.#produced || this.#called)))
      this.emit({ type: 'usage', usage });
  }

  emit(event: EngineEvent): void {
    if (this.#silenced) return;
    this.dirty = true;
    this.#sink.event(event);
  }

  /**
   * The reason has to fit the reply: it stops for calls when there are some, also where the engine says it is done
   * beside them (as several do for a forced call), and only then.
   */
  #fitting(reason: StopReason): StopReason {
    if (this.overrun) return 'max_tokens';
    if (reason === 'end_turn' && this.#called) return 'tool_call';
    return reason === 'tool_call' && !this.#called ? 'end_turn' : reason;
  }
}
