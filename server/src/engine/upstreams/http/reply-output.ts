import type { EngineEvent, EngineSink, StopReason, TokenUsage } from '../../events.ts';
import { firstTokens } from '../../tokens/count-text.ts';
import { OutputAllowance } from './output-allowance.ts';

/**
 * Passes a reply's events on: none once silenced, no more than the limit, and an ending that is consistent
 * with them.
 */
export class ReplyOutput {
  readonly #sink: EngineSink;
  readonly #maxOutputTokens: number;
  readonly #allowance: OutputAllowance;
  #produced = false;
  #called = false;
  #silenced = false;
  /** Something was passed on since this was last reset. */
  dirty = false;

  constructor(sink: EngineSink, maxOutputTokens: number) {
    this.#sink = sink;
    this.#maxOutputTokens = maxOutputTokens;
    this.#allowance = new OutputAllowance(maxOutputTokens);
  }

  /** The engine exceeded `max_tokens`; its reply must be cut here. */
  get overrun(): boolean {
    return this.#allowance.exceeded;
  }

  /** Passes nothing on from now on. */
  silence(): void {
    this.#silenced = true;
  }

  /** Passes text on, cut at the limit. */
  text(type: 'text' | 'reasoning', whole: string): void {
    const text = this.#allowance.take(whole);
    if (text === '') return;
    this.#produced = true;
    this.emit({ type, text });
  }

  /** Whether a piece of a call's arguments is still within the limit. */
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

  /**
   * Handles a complete response that is too long by the engine's own count: cuts the text to the limit and
   * charges only that.
   */
  cutWhole(text: string, usage: TokenUsage): TokenUsage {
    this.text('text', firstTokens(text, this.#maxOutputTokens));
    return { ...usage, outputTokens: this.#maxOutputTokens };
  }

  isTooLong(usage: TokenUsage | undefined): usage is TokenUsage {
    return usage !== undefined && usage.outputTokens > this.#maxOutputTokens;
  }

  /** Reports the stop reason and usage; nothing follows. */
  finish(
    stop: { readonly reason: StopReason; readonly stopSequence?: string },
    usage: TokenUsage | undefined,
  ): void {
    this.emit({ type: 'stop', ...stop, reason: this.#fitting(stop.reason) });
    // A count of 0 despite output means that the server does not count: passing it on would make the reply
    // free.
    if (usage && (usage.outputTokens > 0 || !(this.#produced || this.#called)))
      this.emit({ type: 'usage', usage });
  }

  emit(event: EngineEvent): void {
    if (this.#silenced) return;
    this.dirty = true;
    this.#sink.event(event);
  }

  /**
   * Makes the reason consistent with the reply: it is a tool call if and only if there are calls. Several
   * servers report a normal end next to a forced call.
   */
  #fitting(reason: StopReason): StopReason {
    if (this.overrun) return 'max_tokens';
    if (reason === 'end_turn' && this.#called) return 'tool_call';
    return reason === 'tool_call' && !this.#called ? 'end_turn' : reason;
  }
}
