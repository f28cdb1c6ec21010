import { parseWithSources } from '#kit';
import { EngineFault } from '../../events.ts';
import { readEnding, worseEnding } from '../http/endings.ts';
import { faultIn, isFields, toFault } from '../http/error-object.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { TextTemplate } from '../http/text-template.ts';
import { UsageCount } from '../http/usage-count.ts';
import { areInMessage, isIdle, readEnvelope } from './chat-envelope.ts';
import type { ReplyParts } from './reply-fields.ts';
import { hasObjectArguments, ToolCallAssembler } from './tool-call-assembler.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a chat completion, complete or in chunks, into events. Stop and usage wait for `finish`: usage may
 * arrive on every chunk or after the finish reason, and calls may follow a premature one. What servers call
 * what, and where it stands, is the table of `reply-fields.ts`.
 */
export class ChatReply implements ReplyReader {
  readonly #output: ReplyOutput;
  readonly #calls: ToolCallAssembler;
  readonly #template = new TextTemplate('content');
  readonly #count = new UsageCount();
  /** Where this reply's words stand. What stands farther out repeats them. */
  readonly #places = { text: Infinity, reasoning: Infinity, refusal: Infinity, calls: Infinity };
  model: string | undefined;
  #isWhole = false;
  #ending: unknown;
  #refused = false;
  #unread = false;

  /** `signed`: takes what the server signs. */
  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#calls = new ToolCallAssembler(output, newCallId, signed);
  }

  /** The engine sent a finish reason. Several servers omit `[DONE]`. */
  get finished(): boolean {
    return this.#ending !== undefined;
  }

  event(data: string): boolean {
    const text = this.#template.read(data);
    if (text !== undefined) this.#output.text('text', text);
    else if (data.trim() === '[DONE]') return true;
    else this.#parse(data);
    return false;
  }

  whole(json: string): void {
    this.#isWhole = true;
    this.#parse(json);
  }

  /**
   * The reply is complete: reports its stop reason and usage. Throws `EngineFault` if a call is unfinished, if
   * it ended in a failure or in an unknown way, or if nothing of it was understood.
   */
  finish(): void {
    if (!this.#output.overrun) this.#calls.finish();
    const reason = this.#ending === undefined ? undefined : readEnding(this.#ending);
    // The answer stands in a field that is not known, unless the engine itself says that it wrote none.
    if (this.#unread && this.#output.isEmpty && (this.#count.outputTokens ?? 2) > 1)
      throw new EngineFault('broken');
    this.#output.finish(
      reason && { reason: this.#refused && reason === 'end_turn' ? 'refusal' : reason },
      this.#count,
    );
  }

  /** Handles one chunk or a complete response. Throws `EngineFault` for an error, SyntaxError for invalid JSON. */
  #parse(json: string): void {
    const value = JSON.parse(json) as unknown;
    // One server puts its errors in a list.
    for (const reply of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isFields(reply)) throw new EngineFault('broken');
      const fault = faultIn(reply);
      if (fault) throw fault;
      this.#reply(reply, json);
    }
  }

  #reply(reply: Fields, json: string): void {
    this.model ??= readModelName(reply['model']);
    const { parts, deltaText, isMessage } = readEnvelope(reply);
    if (!parts.recognized && !('choices' in reply) && !isIdle(reply)) throw toFault(reply);
    this.#unread ||= parts.unread;
    this.#ending = worseEnding(this.#ending, parts.ending);
    if (parts.counts.length > 0) {
      for (const count of parts.counts) this.#count.add(count);
      this.#output.counted(this.#count);
    }
    if (isMessage && this.#output.isTooLong(this.#count)) {
      this.#output.cutWhole(parts.text, this.#count);
      this.#ending = 'length';
      return;
    }
    this.#speak(parts, json);
    if (deltaText === parts.text && parts.isOnlyText) this.#template.learn(json, parts.text);
  }

  #speak(parts: ReplyParts, json: string): void {
    if (this.#isNear('reasoning', parts)) this.#output.text('reasoning', parts.reasoning);
    if (this.#isNear('text', parts)) this.#output.text('text', parts.text);
    if (this.#isNear('refusal', parts)) {
      this.#refused = true;
      if (parts.refusal !== parts.text) this.#output.refusal(parts.refusal);
    }
    if (this.#isNear('calls', parts)) this.#toolCalls(parts, json);
  }

  /** Whether something was said, and not what a nearer place had already: a summary at the end, say. */
  #isNear(spoken: 'text' | 'reasoning' | 'refusal' | 'calls', parts: ReplyParts): boolean {
    if (parts[spoken].length === 0) return false;
    const place = parts.placeOf(spoken);
    if (place > this.#places[spoken]) return false;
    this.#places[spoken] = place;
    return true;
  }

  /**
   * In a message each is a call of its own, whatever its id: some servers give all of them the same.
   */
  #toolCalls(parts: ReplyParts, json: string): void {
    const areWhole = this.#isWhole || areInMessage(parts);
    const calls = parts.calls.some(hasObjectArguments) ? exactly(json, parts).calls : parts.calls;
    for (const [position, chunk] of calls.entries()) this.#calls.add(chunk, areWhole ? position : undefined);
  }
}

/** The same with numbers that a double cannot hold as they were written. */
function exactly(json: string, parts: ReplyParts): ReplyParts {
  const reply = parseWithSources(json);
  return isFields(reply) ? readEnvelope(reply).parts : parts;
}
