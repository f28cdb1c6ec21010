import { EngineFault, type EngineEvent, type EngineSink, type StopReason } from '../../events.ts';
import { firstTokens } from '../../tokens/count-text.ts';
import { OutputAllowance } from './output-allowance.ts';
import type { CallerNames } from './sent-names.ts';
import { UsageCount } from './usage-count.ts';

/**
 * Passes a reply's events on: none once silenced, no more than the limit, and an ending that is consistent
 * with them.
 */
export class ReplyOutput {
  readonly #sink: EngineSink;
  readonly #maxOutputTokens: number;
  readonly #allowance: OutputAllowance;
  readonly #callerNames: CallerNames | undefined;
  #produced = false;
  #called = false;
  #silenced = false;
  /** The engine's count so far, and what was passed on of it. */
  #count: UsageCount | undefined;
  #reportedInput = 0;
  #reportedCached = 0;
  /** Something was passed on since this was last reset. */
  dirty = false;

  /** `callerNames`: where the engine was sent others. */
  constructor(sink: EngineSink, maxOutputTokens: number, callerNames?: CallerNames) {
    this.#sink = sink;
    this.#maxOutputTokens = maxOutputTokens;
    this.#allowance = new OutputAllowance(maxOutputTokens);
    this.#callerNames = callerNames;
  }

  /** The engine exceeded `max_tokens`; its reply must be cut here. */
  get overrun(): boolean {
    return this.#allowance.exceeded;
  }

  /** Passes nothing on from now on. */
  silence(): void {
    this.#silenced = true;
  }

  /** Nothing was written so far. */
  get isEmpty(): boolean {
    return !this.#produced && !this.#called;
  }

  /** Passes text on, cut at the limit. */
  text(type: 'text' | 'reasoning', whole: string): void {
    const text = this.#allowance.take(whole);
    if (text === '') return;
    this.#begin();
    this.#produced = true;
    this.emit({ type, text });
  }

  /** Words with which the model refuses, in a field of their own. */
  refusal(whole: string): void {
    const text = this.#allowance.take(whole);
    if (text === '') return;
    this.#begin();
    this.#produced = true;
    this.emit({ type: 'text', text, refuses: true });
  }

  /** Whether a chunk of a call's arguments is still within the limit. */
  admitsArguments(fragment: string): boolean {
    this.#allowance.take(fragment);
    return !this.overrun;
  }

  callStart(call: number, id: string, name: string): void {
    // A call has tokens beside its arguments, which may be none.
    this.#allowance.take(name);
    this.#begin();
    this.#called = true;
    this.emit({ type: 'tool_call_start', call, id, name: this.#callerNames?.get(name) ?? name });
  }

  callDelta(call: number, fragment: string): void {
    this.emit({ type: 'tool_call_delta', call, arguments: fragment });
  }

  /**
   * The engine has counted, perhaps not everything yet. Passed on with the first output: until then another
   * engine may take the request over.
   */
  counted(count: UsageCount): void {
    this.#count = count;
    if (!this.isEmpty) this.#reportCount();
  }

  /**
   * Handles a complete response that is too long by the engine's own count: cuts the text to the limit and
   * charges only that.
   */
  cutWhole(text: string, count: UsageCount): void {
    this.text('text', firstTokens(text, this.#maxOutputTokens));
    count.cutOutput(this.#maxOutputTokens);
  }

  isTooLong({ outputTokens }: UsageCount): boolean {
    return outputTokens !== undefined && outputTokens > this.#maxOutputTokens;
  }

  /**
   * Reports the stop reason and usage; nothing follows. `stop`: undefined if the engine gave no ending. Throws
   * `EngineFault` if nothing of the reply was understood: no output and no ending, or an ending for calls.
   */
  finish(
    stop: { readonly reason: StopReason; readonly stopSequence?: string } | undefined,
    count: UsageCount,
  ): void {
    if (this.isEmpty && !this.overrun && (!stop || stop.reason === 'tool_call'))
      throw new EngineFault('broken');
    const { inputTokens, outputTokens = 0 } = count;
    // Of a filtered prompt only what the engine counted is charged, if anything (D-ENG-7).
    const isWithheld = this.isEmpty && stop?.reason === 'content_filter';
    const usage = isWithheld ? count.usageSoFar : count.usage;
    // A count of 0 despite output means that the server does not count: passing it on would make the reply
    // free.
    const isCounted = usage !== undefined && (usage.outputTokens > 0 || this.isEmpty);
    if (!isCounted && (inputTokens > 0 || outputTokens > 0)) this.#emitPartial(count, outputTokens);
    this.emit({ type: 'stop', ...stop, reason: this.#fitting(stop?.reason ?? 'end_turn') });
    if (isCounted) this.emit({ type: 'usage', usage });
  }

  /** The engine's filter refused the prompt, or keeps the rest of the reply (D-ENG-7, D-ENG-8). */
  finishFiltered(): void {
    this.finish({ reason: 'content_filter' }, this.#count ?? new UsageCount());
  }

  emit(event: EngineEvent): void {
    if (this.#silenced) return;
    this.dirty = true;
    this.#sink.event(event);
  }

  /** Before the first output. */
  #begin(): void {
    if (this.#count && this.isEmpty) this.#reportCount();
  }

  #reportCount(): void {
    if (!this.#count) return;
    const { inputTokens, cachedInputTokens } = this.#count;
    if (inputTokens === this.#reportedInput && cachedInputTokens === this.#reportedCached) return;
    this.#reportedInput = inputTokens;
    this.#reportedCached = cachedInputTokens;
    this.#emitPartial(this.#count, 0);
  }

  #emitPartial({ inputTokens, cachedInputTokens, cacheWriteTokens }: UsageCount, outputTokens: number): void {
    this.emit({ type: 'partial_usage', inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens });
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
