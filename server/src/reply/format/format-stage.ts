import { ApiError } from '@svc/contract';
import type { Conversation, EngineEvent, ResponseFormat, StopReason } from '#engine';
import { correction } from './correction.ts';
import type { FormatCheck, FormatChecker } from './format-checker.ts';

/** Characters of a reply that are kept to be checked. A longer one counts as having another form. */
const TEXT_CHARACTERS = 4_194_304;

/** `conversation`: what is to be generated next, once; its result replaces the reply so far. */
export type FormatVerdict =
  | { readonly outcome: 'send'; readonly events: readonly EngineEvent[] }
  | { readonly outcome: 'repair'; readonly conversation: Conversation }
  | { readonly outcome: 'refuse'; readonly error: ApiError };

export interface FormatStageOptions {
  readonly checker: FormatChecker;
  readonly format: ResponseFormat;
  /** Whose turn it is at the checker: the organization. */
  readonly owner: string;
  /**
   * Text goes on as it comes. Right where the caller wants a stream, whichever engine answers keeps the form, and no tool
   * of ours may be called: else text is held until the verdict.
   */
  readonly passes: boolean;
}

/**
 * Holds one reply to the form its caller asked for (D-38). Every event of its generations goes in, the caller's come out:
 * those of `event` at once, the rest with the verdict after each generation, the final `stop` always among them.
 */
export class FormatStage {
  readonly #options: FormatStageOptions;
  /** Text comes out as it goes in. */
  #passing: boolean;
  #text = '';
  #stop: EngineEvent | undefined;
  #reason: StopReason = 'end_turn';
  #calls = false;
  #tooLong = false;
  /** The reply before its repair. */
  #before: readonly EngineEvent[] | undefined;

  constructor(options: FormatStageOptions) {
    this.#options = options;
    this.#passing = options.passes;
  }

  /** What the caller gets of this event now. */
  event(event: EngineEvent): readonly EngineEvent[] {
    switch (event.type) {
      case 'text':
        return this.#take(event);
      case 'stop':
        this.#stop = event;
        this.#reason = event.reason;
        return [];
      case 'tool_call_start':
        // A reply that calls is no answer yet: it is not checked.
        this.#calls = true;
        return [...this.#release(), event];
      // Their places would be in the text as it was written. Asking for both is refused; pages of a search may still be cited.
      case 'citation':
        return [];
      default:
        return [event];
    }
  }

  /** A generation ended in calls of our own tools. What was said before them is no part of the answer. */
  nextRound(): void {
    this.#text = '';
    this.#stop = undefined;
    this.#reason = 'end_turn';
  }

  /** After the last event of a generation. `conversation`: what it was asked. Never rejects. */
  async finish(conversation: Conversation): Promise<FormatVerdict> {
    if (this.#calls || this.#reason === 'pause') return this.#send();
    const text = this.#text;
    const check = await this.#check(text);
    if (typeof check === 'object' && 'start' in check) {
      this.#text = text.slice(check.start, check.end);
      return this.#send();
    }
    // What was cut short would be cut short again, and what was sent cannot be taken back.
    const mayRepair = !this.#passing && !this.#before && this.#reason === 'end_turn' && typeof check === 'object';
    if (!mayRepair) return this.#settleFor(check);
    this.#before = this.#whole();
    this.nextRound();
    return { outcome: 'repair', conversation: correction(conversation, text, check.problems) };
  }

  /** The repair could not be generated: what becomes of the reply without it. */
  withoutRepair(): FormatVerdict {
    const events = this.#before ?? [];
    return this.#isStrict() ? this.#refuse() : { outcome: 'send', events };
  }

  #take(event: EngineEvent & { readonly type: 'text' }): readonly EngineEvent[] {
    if (!this.#calls && !this.#tooLong) this.#text += event.text;
    if (this.#passing) return [event];
    this.#tooLong ||= this.#text.length > TEXT_CHARACTERS;
    if (!this.#tooLong) return [];
    if (!this.#isStrict()) return this.#release();
    this.#text = '';
    return [];
  }

  async #check(text: string): Promise<FormatCheck> {
    const { checker, owner, format } = this.#options;
    return this.#tooLong || text.length > TEXT_CHARACTERS ? 'overdue' : checker.check(owner, format, text, !this.#passing);
  }

  /** The reply has another form, and is not generated again. */
  #settleFor(check: FormatCheck): FormatVerdict {
    if (!this.#isStrict()) return this.#send();
    return check === 'busy' ? { outcome: 'refuse', error: new ApiError('temporarily_unavailable') } : this.#refuse();
  }

  #refuse(): FormatVerdict {
    return { outcome: 'refuse', error: new ApiError('output_schema_violation') };
  }

  #send(): FormatVerdict {
    return { outcome: 'send', events: this.#whole() };
  }

  #whole(): readonly EngineEvent[] {
    return this.#stop ? [...this.#held(), this.#stop] : this.#held();
  }

  #held(): readonly EngineEvent[] {
    return this.#passing || this.#text === '' ? [] : [{ type: 'text', text: this.#text }];
  }

  /** What was held; text passes from now on. */
  #release(): readonly EngineEvent[] {
    const held = this.#held();
    this.#passing = true;
    return held;
  }

  #isStrict(): boolean {
    const { format } = this.#options;
    return format.type === 'json_schema' && format.strict === true;
  }
}
