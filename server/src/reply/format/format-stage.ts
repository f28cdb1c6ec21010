import { ApiError } from '@svc/contract';
import type { Conversation, EngineEvent, ResponseFormat, StopReason } from '#engine';
import { correction } from './correction.ts';
import type { FormatCheck, FormatChecker } from './format-checker.ts';

/** Characters of a reply that are kept to be checked. A longer one counts as having another form. */
const TEXT_CHARACTERS = 4_194_304;

/** What becomes of a generation: `release` it; `discard` it and generate this in its place; or `discard` it and refuse. */
export type FormatVerdict =
  | { readonly outcome: 'send' }
  | { readonly outcome: 'repair'; readonly conversation: Conversation }
  | { readonly outcome: 'refuse'; readonly error: ApiError };

export interface FormatStageOptions {
  readonly checker: Pick<FormatChecker, 'check'>;
  readonly format: ResponseFormat;
  /** Whose turn it is at the checker: the organization. */
  readonly owner: string;
  /**
   * Text goes on as it comes. Right where the caller wants a stream, whichever engine answers keeps the form, and no tool
   * of ours may be called: else text is held until the verdict.
   */
  readonly passes: boolean;
}

/** Where a reply's output goes. */
export interface StageSink {
  event(event: EngineEvent): void;
  /** Output that is billed and not shown: a sign of life to the caller. */
  hidden(text: string): void;
  flush(): boolean;
}

/**
 * Holds one reply to the form its caller asked for (D-38). Stands between its generations, whose output goes in, and where
 * it goes from there; is asked for a verdict after each.
 */
export class FormatStage implements StageSink {
  readonly #options: FormatStageOptions;
  readonly #sink: StageSink;
  /** Text comes out as it goes in. */
  #passing: boolean;
  #text = '';
  #tooLong = false;
  #refused = false;
  #repaired = false;
  #unrepaired = '';

  constructor(options: FormatStageOptions, sink: StageSink) {
    this.#options = options;
    this.#sink = sink;
    this.#passing = options.passes;
  }

  event(event: EngineEvent): void {
    // The model will not write the form, and says so.
    if (event.type === 'text' && event.refuses) this.#refused = true;
    else if (event.type === 'text') return this.#take(event.text);
    // A reply that calls is no answer yet: it is not checked, and nothing is held of it.
    if (event.type === 'tool_call_start') this.release();
    this.#sink.event(event);
  }

  hidden(text: string): void {
    this.#sink.hidden(text);
  }

  flush(): boolean {
    return this.#sink.flush();
  }

  /** What was held is no part of the answer, by a verdict or because calls of our own tools followed it. It was generated all the same. */
  discard(): void {
    if (!this.#passing && this.#text !== '') this.#sink.hidden(this.#text);
    this.#text = '';
  }

  /** After a generation's end; `conversation` is what it was asked. Says nothing to the sink, whose reply may be over when this resolves. Never rejects. */
  async evaluate(
    { stop, callsCaller }: { stop: StopReason; callsCaller: boolean },
    conversation: Conversation,
  ): Promise<FormatVerdict> {
    const text = this.#text;
    // A filtered prompt has no reply that could have the form (D-ENG-7).
    const isWithheld = stop === 'content_filter' && text === '';
    if (callsCaller || stop === 'pause' || this.#refused || isWithheld) return { outcome: 'send' };
    const check = await this.#check(text);
    if (typeof check === 'object' && 'start' in check) {
      this.#text = text.slice(check.start, check.end);
      return { outcome: 'send' };
    }
    // What was cut short would be cut short again, and what was sent cannot be taken back.
    const mayRepair = !this.#passing && !this.#repaired && stop === 'end_turn' && typeof check === 'object';
    if (!mayRepair) return this.#settleFor(check);
    this.#repaired = true;
    this.#unrepaired = text;
    return { outcome: 'repair', conversation: correction(conversation, text, check.problems) };
  }

  /** The repair could not be generated: what becomes of the reply without it. */
  withoutRepair(): FormatVerdict {
    this.#text = this.#unrepaired;
    return this.#settleFor({ problems: [] });
  }

  /** Sends what is held; text passes from now on. */
  release(): void {
    const held = this.#passing ? '' : this.#text;
    this.#passing = true;
    if (held !== '') this.#sink.event({ type: 'text', text: held });
  }

  #take(text: string): void {
    if (!this.#tooLong) this.#text += text;
    if (this.#passing) return this.#sink.event({ type: 'text', text });
    // The stream begins, and what keeps it alive with it: from here on an answer may take long.
    if (this.#text.length === text.length) this.#sink.hidden('');
    if (this.#text.length <= TEXT_CHARACTERS) return;
    this.#tooLong = true;
    if (!this.#isStrict()) this.release();
  }

  async #check(text: string): Promise<FormatCheck> {
    const { checker, owner, format } = this.#options;
    return text.length > TEXT_CHARACTERS ? 'overdue' : checker.check(owner, format, text, !this.#passing);
  }

  /** The reply has another form, and is not generated again. */
  #settleFor(check: FormatCheck): FormatVerdict {
    if (!this.#isStrict()) return { outcome: 'send' };
    return {
      outcome: 'refuse',
      error: new ApiError(check === 'busy' ? 'temporarily_unavailable' : 'output_schema_violation'),
    };
  }

  #isStrict(): boolean {
    const { format } = this.#options;
    return format.type === 'json_schema' && (format.strict === true || format.enforced === true);
  }
}
