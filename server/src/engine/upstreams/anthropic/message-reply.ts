import { jsonText, parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { TextTemplate } from '../http/text-template.ts';
import { SignedThoughts } from './signed-thoughts.ts';
import { mergeUsage, readUsage, type WireUsage } from './token-usage.ts';
import { toFault } from './wire-fault.ts';

/** A block of a complete message, or as a stream opens it. */
interface WireBlock {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly data?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

interface WireDelta {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
  readonly signature?: unknown;
  readonly partial_json?: unknown;
  readonly stop_reason?: unknown;
  readonly stop_sequence?: unknown;
}

interface WireMessage {
  readonly model?: unknown;
  readonly content?: unknown;
  readonly stop_reason?: unknown;
  readonly stop_sequence?: unknown;
  readonly usage?: unknown;
}

interface WireEvent extends WireMessage {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly message?: WireMessage | null;
  readonly content_block?: WireBlock | null;
  readonly delta?: WireDelta | null;
  readonly error?: unknown;
}

const STOP_REASONS: ReadonlyMap<unknown, StopReason> = new Map<unknown, StopReason>([
  ['max_tokens', 'max_tokens'],
  ['tool_use', 'tool_call'],
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
]);

function parse(json: string, read: (text: string) => unknown = JSON.parse): WireEvent {
  const value = read(json) as WireEvent | null;
  if (typeof value !== 'object' || value === null) throw new EngineFault('broken');
  return value;
}

/**
 * A call's input as JSON text. A call without input is announced with an empty object, which is not part of
 * it.
 */
function inputText(input: unknown): string {
  return typeof input === 'object' && input !== null && Object.keys(input).length > 0 ? jsonText(input) : '';
}

/** A block that a stream opens. Its input is usually empty, and follows in pieces. */
function withExactInput(block: WireBlock, json: string): WireBlock {
  if (inputText(block.input) === '') return block;
  return parse(json, parseWithSources).content_block ?? block;
}

/**
 * Parses a message, complete or as a stream of events, into our events. Ignores blocks of other kinds
 * (the server's own tools), which were not requested. Signatures, which only their server can verify, and redacted reasoning
 * are kept for it.
 */
export class MessageReply implements ReplyReader {
  /** A message is complete only at `message_stop`: all servers with this protocol send it. */
  readonly finished = false;
  model: string | undefined;
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #stopSequences: readonly string[];
  readonly #signed: SignedParts | undefined;
  readonly #signedThoughts: SignedThoughts | undefined;
  readonly #texts = new TextTemplate('text');
  readonly #thoughts = new TextTemplate('thinking');
  /** Our call numbers by the index of their block. */
  readonly #calls = new Map<unknown, number>();
  #callCount = 0;
  /** The last call, while none of its input has arrived. */
  #silentCall: number | undefined;
  #usage: WireUsage = {};
  #stopReason: unknown;
  #stopSequence: unknown;

  /** `stopSequences`: those that the caller set. `signed`: takes what the server signs. */
  constructor(
    output: ReplyOutput,
    newCallId: (isSigned: boolean) => string,
    stopSequences: readonly string[],
    signed?: SignedParts,
  ) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#stopSequences = stopSequences;
    this.#signed = signed;
    this.#signedThoughts = signed && new SignedThoughts(signed);
  }

  event(data: string): boolean {
    const text = this.#texts.read(data);
    if (text !== undefined) {
      this.#output.text('text', text);
      return false;
    }
    const thought = this.#thoughts.read(data);
    if (thought === undefined) return this.#take(parse(data), data);
    this.#output.text('reasoning', thought);
    this.#signedThoughts?.append(thought);
    return false;
  }

  whole(json: string): void {
    // Call inputs are objects here, and are passed on as text.
    const message = parse(json, json.includes('"tool_use"') ? parseWithSources : JSON.parse);
    if (message.type === 'error') throw toFault(message.error);
    if (!Array.isArray(message.content)) throw new EngineFault('broken');
    this.model = readModelName(message.model);
    this.#usage = mergeUsage(this.#usage, message.usage);
    this.#stops(message);
    const blocks = (message.content as (WireBlock | null)[]).filter((block) => block !== null);
    const usage = readUsage(this.#usage);
    if (!this.#output.isTooLong(usage)) return blocks.forEach((block, index) => this.#open(block, index));
    const texts = blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''));
    this.#usage = {
      ...this.#usage,
      output_tokens: this.#output.cutWhole(texts.join(''), usage).outputTokens,
    };
    this.#stopReason = 'max_tokens';
  }

  finish(): void {
    const stop = this.#stop();
    // In a truncated reply, the input may simply not have begun.
    if (stop.reason === 'tool_call' || stop.reason === 'end_turn') this.#completeSilentCall();
    this.#signedThoughts?.keep();
    this.#output.finish(stop, readUsage(this.#usage));
  }

  /** Handles one event of a stream. Ignores unknown kinds, as the protocol requires. */
  #take(event: WireEvent, json: string): boolean {
    switch (event.type) {
      case 'message_start':
        this.model = readModelName(event.message?.model);
        // Its output count is a snapshot, and would be mistaken for the final one if none follows.
        this.#usage = { ...mergeUsage(this.#usage, event.message?.usage), output_tokens: undefined };
        return false;
      case 'content_block_start':
        if (event.content_block) this.#open(withExactInput(event.content_block, json), event.index);
        return false;
      case 'content_block_delta':
        if (event.delta) this.#append(event.delta, event.index, json);
        return false;
      case 'message_delta':
        if (event.delta) this.#stops(event.delta);
        this.#usage = mergeUsage(this.#usage, event.usage);
        return false;
      case 'error':
        throw toFault(event.error);
      default:
        return event.type === 'message_stop';
    }
  }

  #stops({ stop_reason: reason, stop_sequence: sequence }: WireDelta): void {
    this.#stopReason = reason;
    this.#stopSequence = sequence;
  }

  #open(block: WireBlock, index: unknown): void {
    const { type, text, thinking, name, input } = block;
    this.#completeSilentCall();
    this.#signedThoughts?.open({ ...block });
    if (type === 'text' && typeof text === 'string') this.#output.text('text', text);
    else if (type === 'thinking' && typeof thinking === 'string') this.#output.text('reasoning', thinking);
    else if (type === 'tool_use') this.#call(name, inputText(input), index);
  }

  #append(delta: WireDelta, index: unknown, json: string): void {
    if (delta.type === 'text_delta' && typeof delta.text === 'string') {
      this.#output.text('text', delta.text);
      this.#texts.learn(json, delta.text);
    } else if (delta.type === 'thinking_delta' && typeof delta.thinking === 'string') {
      this.#output.text('reasoning', delta.thinking);
      this.#thoughts.learn(json, delta.thinking);
      this.#signedThoughts?.append(delta.thinking);
    } else if (delta.type === 'signature_delta') {
      this.#signedThoughts?.sign(delta.signature);
    } else if (delta.type === 'input_json_delta' && typeof delta.partial_json === 'string') {
      this.#argue(this.#calls.get(index), delta.partial_json);
    }
  }

  #call(name: unknown, input: string, index: unknown): void {
    // A call without a name cannot be run.
    if (typeof name !== 'string' || name === '') throw new EngineFault('broken');
    if (!this.#output.admitsArguments('')) return;
    const call = this.#callCount++;
    this.#calls.set(index, call);
    this.#silentCall = call;
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    const id = this.#newCallId(this.#signed?.beginsAtNextCall ?? false);
    this.#signed?.call(id);
    this.#output.callStart(call, id, name);
    this.#argue(call, input);
  }

  #argue(call: number | undefined, fragment: string): void {
    if (call === undefined || fragment === '' || !this.#output.admitsArguments(fragment)) return;
    if (call === this.#silentCall) this.#silentCall = undefined;
    this.#output.callDelta(call, fragment);
  }

  /** A call without parameters arrives without any input. */
  #completeSilentCall(): void {
    this.#argue(this.#silentCall, '{}');
  }

  /**
   * A stop sequence that was not requested is the server's own way to end a turn, and is not shown to
   * callers.
   */
  #stop(): { reason: StopReason; stopSequence?: string } {
    if (this.#stopReason !== 'stop_sequence')
      return { reason: STOP_REASONS.get(this.#stopReason) ?? 'end_turn' };
    const stopSequence = this.#stopSequences.find((sequence) => sequence === this.#stopSequence);
    return stopSequence === undefined ? { reason: 'end_turn' } : { reason: 'stop_sequence', stopSequence };
  }
}
