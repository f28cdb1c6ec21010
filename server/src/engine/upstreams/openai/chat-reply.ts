import { parseWithSources } from '#kit';
import { EngineFault, type StopReason, type TokenUsage } from '../../events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { TextTemplate } from '../http/text-template.ts';
import { readUsage } from './token-usage.ts';
import { ToolCallAssembler, type WireToolCall } from './tool-call-assembler.ts';

/** The fields of one delta, or of a complete response's message. */
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
  readonly model?: unknown;
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

/** An error object inside a 200: by its status if it has one, else a broken response. Its text is ignored. */
function toFault(error: unknown): EngineFault {
  const { status, code } = (typeof error === 'object' && error !== null ? error : {}) as {
    status?: unknown;
    code?: unknown;
  };
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

/** Some servers send arguments as an object instead of its text; its numbers must not be rounded. */
function hasObjectArguments({ tool_calls: calls, function_call: only }: WireMessage): boolean {
  const pieces = Array.isArray(calls) ? (calls as (WireToolCall | null)[]) : [];
  return [only, ...pieces.map((piece) => piece?.function)].some(
    (fn) => typeof fn?.arguments === 'object' && fn.arguments !== null,
  );
}

/**
 * Parses a chat completion, complete or in chunks, into events. Stop and usage wait for `finish`: usage may
 * arrive on every chunk or after the finish reason, and calls may follow a premature one.
 */
export class ChatReply implements ReplyReader {
  readonly #output: ReplyOutput;
  readonly #calls: ToolCallAssembler;
  readonly #template = new TextTemplate('content');
  model: string | undefined;
  #isWhole = false;
  #finishReason: unknown;
  #usage: TokenUsage | undefined;

  /** `signed`: takes what the server signs. */
  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#calls = new ToolCallAssembler(output, newCallId, signed);
  }

  /** The engine sent a finish reason. Several servers omit `[DONE]`. */
  get finished(): boolean {
    return this.#finishReason !== undefined;
  }

  event(data: string): boolean {
    if (data === '[DONE]') return true;
    this.add(data);
    return false;
  }

  whole(json: string): void {
    this.#isWhole = true;
    if (!this.add(json)) throw new EngineFault('broken');
  }

  /**
   * Handles one chunk or a complete response. Returns whether it contained a choice. Throws `EngineFault` for
   * an error, SyntaxError for invalid JSON.
   */
  add(json: string): boolean {
    const text = this.#template.read(json);
    if (text === undefined) return this.#parse(json);
    this.#output.text('text', text);
    return true;
  }

  #parse(json: string, read: (text: string) => unknown = JSON.parse): boolean {
    const reply = read(json) as WireReply | null;
    if (typeof reply !== 'object' || reply === null) throw new EngineFault('broken');
    if (reply.error) throw toFault(reply.error);
    this.model ??= readModelName(reply.model);
    if (reply.usage) this.#usage = readUsage(reply.usage) ?? this.#usage;
    const choice = Array.isArray(reply.choices)
      ? (reply.choices[0] as WireChoice | null | undefined)
      : undefined;
    // One choice is requested; any others, which no engine should send, are not passed on.
    if (!choice || (choice.index !== undefined && choice.index !== 0)) return false;
    if (choice.message && !choice.delta && this.#output.isTooLong(this.#usage))
      return this.#cutWhole(choice.message, this.#usage);
    const message = choice.delta ?? choice.message;
    if (read === JSON.parse && message && hasObjectArguments(message))
      return this.#parse(json, parseWithSources);
    if (message) this.#message(message);
    if (message && isOnlyText(message) && !choice.finish_reason && !reply.usage)
      this.#template.learn(json, message.content);
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      this.#finishReason ??= choice.finish_reason;
    return true;
  }

  /**
   * The reply is complete: reports its stop reason and usage. Throws `EngineFault` if a call is unfinished.
   */
  finish(): void {
    if (!this.#output.overrun) this.#calls.finish();
    this.#output.finish({ reason: STOP_REASONS.get(this.#finishReason) ?? 'end_turn' }, this.#usage);
  }

  #message(message: WireMessage): void {
    const reasoning = message.reasoning_content ?? message.reasoning;
    if (typeof reasoning === 'string') this.#output.text('reasoning', reasoning);
    if (typeof message.content === 'string') this.#output.text('text', message.content);
    if (Array.isArray(message.tool_calls)) this.#toolCalls(message.tool_calls as (WireToolCall | null)[]);
    if (message.function_call) this.#call({ function: message.function_call });
  }

  /**
   * In a complete response each is a separate call, whatever its id: some servers give all of them the same.
   */
  #toolCalls(pieces: readonly (WireToolCall | null)[]): void {
    for (const [index, piece] of pieces.entries())
      if (piece) this.#call(this.#isWhole ? { ...piece, index } : piece);
  }

  #cutWhole(message: WireMessage, usage: TokenUsage): boolean {
    this.#usage = this.#output.cutWhole(typeof message.content === 'string' ? message.content : '', usage);
    this.#finishReason = 'length';
    return true;
  }

  #call(piece: WireToolCall): void {
    const fragment = piece.function?.arguments;
    if (this.#output.admitsArguments(typeof fragment === 'string' ? fragment : '')) this.#calls.add(piece);
  }
}
