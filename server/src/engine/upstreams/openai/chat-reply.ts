import { EngineFault, type EngineEvent, type EngineSink, type StopReason, type TokenUsage } from '../../events.ts';
import { ContentTemplate } from './content-template.ts';
import { firstTokens } from '../../tokens/count-text.ts';
import { OutputAllowance } from './output-allowance.ts';
import { readUsage } from './token-usage.ts';
import { ToolCallAssembler, type WireToolCall } from './tool-call-assembler.ts';

/** What one delta, or the message of a whole answer, may hold. */
interface WireMessage {
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: WireToolCall['function'];
}

interface WireChoice {
  readonly index?: unknown;
  readonly delta?: WireMessage | null;
  readonly message?: WireMessage | null;
  readonly finish_reason?: unknown;
}

interface WireReply {
  readonly choices?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
}

const STOP_REASONS: ReadonlyMap<unknown, StopReason> = new Map<unknown, StopReason>([
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_call'],
  ['function_call', 'tool_call'],
  ['content_filter', 'content_filter'],
]);

/** An error object inside a 200: with a status where it names one, else as a broken answer. Its text is not looked at. */
function toFault(error: unknown): EngineFault {
  const { status, code } = (typeof error === 'object' && error !== null ? error : {}) as { status?: unknown; code?: unknown };
  for (const value of [status, code]) {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599)
      return new EngineFault('status', { status: value });
  }
  return new EngineFault('broken');
}

function isOnlyText(message: WireMessage): message is WireMessage & { readonly content: string } {
  if (typeof message.content !== 'string' || message.content === '') return false;
  return !message.tool_calls && !message.function_call && !message.reasoning_content && !message.reasoning;
}

export interface ChatReplyOptions {
  readonly sink: EngineSink;
  readonly maxOutputTokens: number;
  readonly newCallId: () => string;
}

/**
 * Turns the JSON of a chat completion, whole or in chunks, into events. Stop and usage wait for `finish`: usage may come
 * on every chunk or after the finish reason, and calls may follow a premature one.
 */
export class ChatReply {
  readonly #sink: EngineSink;
  readonly #calls: ToolCallAssembler;
  readonly #template = new ContentTemplate();
  readonly #maxOutputTokens: number;
  readonly #allowance: OutputAllowance;
  #finishReason: unknown;
  #usage: TokenUsage | undefined;
  #produced = false;
  #silenced = false;
  /** Something was passed on since this was last set to false. */
  dirty = false;

  constructor({ sink, maxOutputTokens, newCallId }: ChatReplyOptions) {
    this.#sink = sink;
    this.#maxOutputTokens = maxOutputTokens;
    this.#allowance = new OutputAllowance(maxOutputTokens);
    this.#calls = new ToolCallAssembler((event) => this.#emit(event), newCallId);
  }

  /** The engine said why it stopped. */
  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  /** The engine went on beyond `max_tokens`; its reply is to be cut here. */
  get overrun(): boolean {
    return this.#allowance.exceeded;
  }

  /** Takes one chunk or one whole answer. Returns whether it held a choice. Throws `EngineFault` for an error, SyntaxError for no JSON. */
  add(json: string): boolean {
    const text = this.#template.read(json);
    if (text === undefined) return this.#parse(json);
    this.#output('text', text);
    return true;
  }

  #parse(json: string): boolean {
    const reply = JSON.parse(json) as WireReply | null;
    if (typeof reply !== 'object' || reply === null) throw new EngineFault('broken');
    if (reply.error) throw toFault(reply.error);
    if (reply.usage) this.#usage = readUsage(reply.usage) ?? this.#usage;
    const choice = Array.isArray(reply.choices) ? (reply.choices[0] as WireChoice | null | undefined) : undefined;
    // One answer is asked for; others, which no engine should send, are not the caller's.
    if (!choice || (choice.index !== undefined && choice.index !== 0)) return false;
    if (choice.message && !choice.delta && (this.#usage?.outputTokens ?? 0) > this.#maxOutputTokens) return this.#cutWhole(choice.message);
    const message = choice.delta ?? choice.message;
    if (message) this.#message(message);
    if (message && isOnlyText(message) && !choice.finish_reason && !reply.usage) this.#template.learn(json, message.content);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') this.#finishReason ??= choice.finish_reason;
    return true;
  }

  /** The reply is complete: says why it stopped and what it took. Throws `EngineFault` when it holds an unfinished call. */
  finish(): void {
    if (!this.overrun) this.#calls.finish();
    this.#emit({ type: 'stop', reason: this.#stopReason() });
    const usage = this.#usage;
    // A count of 0 beside output is a server that does not count: reported, it would make the reply free.
    if (usage && (usage.outputTokens > 0 || !(this.#produced || this.#calls.any))) this.#emit({ type: 'usage', usage });
  }

  /** Nothing is passed on from now on. */
  silence(): void {
    this.#silenced = true;
  }

  #message(message: WireMessage): void {
    const reasoning = message.reasoning_content ?? message.reasoning;
    if (typeof reasoning === 'string') this.#output('reasoning', reasoning);
    if (typeof message.content === 'string') this.#output('text', message.content);
    if (Array.isArray(message.tool_calls)) for (const piece of message.tool_calls as (WireToolCall | null)[]) if (piece) this.#call(piece);
    if (message.function_call) this.#call({ function: message.function_call });
  }

  /** A whole answer that by the engine's own count is too long: the text is cut to the limit, and only that is charged. */
  #cutWhole(message: WireMessage): boolean {
    if (typeof message.content === 'string') this.#output('text', firstTokens(message.content, this.#maxOutputTokens));
    if (this.#usage) this.#usage = { ...this.#usage, outputTokens: this.#maxOutputTokens };
    this.#finishReason = 'length';
    return true;
  }

  #call(piece: WireToolCall): void {
    const fragment = piece.function?.arguments;
    if (typeof fragment === 'string') this.#allowance.take(fragment);
    if (!this.overrun) this.#calls.add(piece);
  }

  /** Passes text on, cut where it goes beyond the limit. */
  #output(type: 'text' | 'reasoning', whole: string): void {
    const text = this.#allowance.take(whole);
    if (text === '') return;
    this.#produced = true;
    this.#emit({ type, text });
  }

  #emit(event: EngineEvent): void {
    if (this.#silenced) return;
    this.dirty = true;
    this.#sink.event(event);
  }

  #stopReason(): StopReason {
    if (this.overrun) return 'max_tokens';
    const reason = STOP_REASONS.get(this.#finishReason) ?? 'end_turn';
    // The reason has to fit the reply: it stops for calls when there are some, also where the engine says `stop`
    // beside them (as several do for a forced call), and only then.
    if (reason === 'end_turn' && this.#calls.any) return 'tool_call';
    return reason === 'tool_call' && !this.#calls.any ? 'end_turn' : reason;
  }
}
