import { parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../events.ts';
import { readEnding, worseEnding } from '../http/endings.ts';
import { faultIn, isFields, toFault } from '../http/error-object.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { TextTemplate } from '../http/text-template.ts';
import { UsageCount } from '../http/usage-count.ts';
import { hasInput, readBlock } from './read-block.ts';
import { SignedThoughts } from './signed-thoughts.ts';
import { MessageUsage } from './token-usage.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event or a complete message. Throws `EngineFault` for an error in any of its forms. */
function parse(json: string, read: (text: string) => unknown = JSON.parse): Fields {
  const value = read(json);
  // One server puts its errors in a list.
  const fields: unknown = Array.isArray(value) ? value[0] : value;
  if (!isFields(fields)) throw new EngineFault('broken');
  const fault = faultIn(fields);
  if (fault) throw fault;
  return fields;
}

/** A complete message. The inputs of its calls keep their digits. */
function parseMessage(json: string): Fields {
  return parse(json, json.includes('"tool_use"') ? parseWithSources : JSON.parse);
}

/** Where an ending stands: in the message, in a delta or beside it, under either protocol's name. */
function endingIn({ stop_reason: reason, finish_reason: other }: Fields): unknown {
  return reason ?? other ?? undefined;
}

/** A block that a stream opens. Its input is usually empty, and follows in pieces. */
function withExactInput(block: unknown, json: string): unknown {
  return hasInput(block) ? parse(json, parseWithSources)['content_block'] : block;
}

/** Blocks are numbered by numbers, or by their digits. */
function toIndex(index: unknown): unknown {
  return typeof index === 'string' ? Number(index) : index;
}

/** A call none of whose input has come, except with its announcement. */
interface SilentCall {
  readonly call: number;
  readonly input: string;
}

/**
 * Parses a message, complete or as a stream of events, into our events. Ignores what is no part of the reply
 * (the server's own tools). Signatures, which only their server can verify, and redacted reasoning are kept for it.
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
  readonly #usage = new MessageUsage();
  readonly #count = new UsageCount();
  #callCount = 0;
  #silent: SilentCall | undefined;
  #ending: unknown;
  #stopSequence: unknown;
  /** What a stream's first event has as content: nothing, or all of it where no block follows. */
  #opening: unknown;
  #unread = false;

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
    if (thought === undefined) return this.#parse(data);
    this.#output.text('reasoning', thought);
    this.#signedThoughts?.append(thought);
    return false;
  }

  whole(json: string): void {
    // Call inputs are objects here, and are passed on as text.
    this.#message(parseMessage(json));
  }

  /** Throws `EngineFault` if it ended in a failure or in an unknown way, or if nothing of it was understood. */
  finish(): void {
    if (this.#output.isEmpty) this.#blocks(this.#opening);
    const stop = this.#ending === undefined ? undefined : this.#stop();
    // In a truncated reply, the input may simply not have begun.
    const isComplete = !stop || stop.reason === 'tool_call' || stop.reason === 'end_turn';
    if (isComplete || this.#silent?.input) this.#completeSilentCall();
    // The answer stands in a block that is not known, unless the engine itself says that it wrote none.
    if (this.#unread && this.#output.isEmpty && (this.#count.outputTokens ?? 2) > 1)
      throw new EngineFault('broken');
    this.#signedThoughts?.keep();
    this.#output.finish(stop, this.#count);
  }

  #parse(data: string): boolean {
    // Proxies end a stream as the other protocol does.
    if (data.trim() === '[DONE]') return this.#ending !== undefined;
    const event = parse(data);
    // All of it as one event.
    if (event['type'] !== 'message') return this.#take(event, data);
    this.#message(parseMessage(data));
    return true;
  }

  #message(message: Fields): void {
    const { content } = message;
    this.#ends(message);
    if (this.#ending === undefined && !Array.isArray(content) && typeof content !== 'string')
      throw toFault(message);
    this.model = readModelName(message['model']);
    this.#counts(message['usage']);
    if (!this.#output.isTooLong(this.#count)) return this.#blocks(content);
    const blocks = (Array.isArray(content) ? (content as unknown[]) : [content]).map(readBlock);
    const texts = blocks.map(({ kind, words }) => (kind === 'text' ? words : ''));
    this.#output.cutWhole(texts.join(''), this.#count);
    this.#ending = 'max_tokens';
  }

  /** Handles one event of a stream. Ignores unknown kinds, as the protocol requires. */
  #take(event: Fields, json: string): boolean {
    switch (event['type']) {
      case 'message_start':
        this.#start(isFields(event['message']) ? event['message'] : {});
        return false;
      case 'content_block_start':
        this.#open(withExactInput(event['content_block'], json), toIndex(event['index']));
        return false;
      case 'content_block_delta':
        this.#append(event['delta'], toIndex(event['index']), json);
        return false;
      case 'message_delta':
      case 'message_stop':
        if (isFields(event['delta'])) this.#ends(event['delta']);
        this.#ends(event);
        this.#counts(event['usage']);
        return event['type'] === 'message_stop';
      default:
        if (typeof event['type'] !== 'string' && Object.keys(event).length > 0) throw toFault(event);
        return false;
    }
  }

  #start(message: Fields): void {
    this.model = readModelName(message['model']);
    this.#opening = message['content'];
    this.#ends(message);
    // Its output count is a snapshot, and would be mistaken for the final one if none follows.
    this.#count.add({ ...this.#usage.read(message['usage']), output: undefined });
    this.#output.counted(this.#count);
  }

  #counts(usage: unknown): void {
    if (!isFields(usage)) return;
    this.#count.add(this.#usage.read(usage));
    this.#output.counted(this.#count);
  }

  #ends(fields: Fields): void {
    this.#ending = worseEnding(this.#ending, endingIn(fields));
    this.#stopSequence ??= fields['stop_sequence'] ?? undefined;
  }

  #blocks(content: unknown): void {
    if (Array.isArray(content)) content.forEach((block, index) => this.#open(block, index));
    else if (typeof content === 'string') this.#output.text('text', content);
  }

  #open(block: unknown, index: unknown): void {
    this.#completeSilentCall();
    if (isFields(block)) this.#signedThoughts?.open(block);
    const { kind, words, name } = readBlock(block);
    if (kind === 'call') this.#call(name, words, index);
    else if (kind === 'text' || kind === 'reasoning') this.#output.text(kind, words);
    else if (kind === 'unknown') this.#unread = true;
  }

  #append(delta: unknown, index: unknown, json: string): void {
    const { kind, words } = readBlock(delta);
    if (kind === 'text' || kind === 'reasoning') {
      this.#output.text(kind, words);
      (kind === 'text' ? this.#texts : this.#thoughts).learn(json, words);
    } else if (kind === 'input') {
      this.#argue(this.#calls.get(index) ?? (index === undefined ? this.#callCount - 1 : undefined), words);
    } else if (kind === 'unknown') this.#unread = true;
    if (kind === 'reasoning') this.#signedThoughts?.append(words);
    if (isFields(delta) && delta['type'] === 'signature_delta')
      this.#signedThoughts?.sign(delta['signature']);
  }

  #call(name: unknown, input: string, index: unknown): void {
    // A call without a name cannot be run.
    if (typeof name !== 'string' || name === '') throw new EngineFault('broken');
    if (!this.#output.admitsArguments('')) return;
    const call = this.#callCount++;
    this.#calls.set(index, call);
    // Some proxies announce a call with its input and send that again in pieces.
    this.#silent = { call, input };
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    const id = this.#newCallId(this.#signed?.beginsAtNextCall ?? false);
    this.#signed?.call(id);
    this.#output.callStart(call, id, name);
  }

  #argue(call: number | undefined, fragment: string): void {
    if (call === undefined || call < 0 || fragment === '' || !this.#output.admitsArguments(fragment)) return;
    if (call === this.#silent?.call) this.#silent = undefined;
    this.#output.callDelta(call, fragment);
  }

  /** A call without parameters arrives without any input. */
  #completeSilentCall(): void {
    if (this.#silent) this.#argue(this.#silent.call, this.#silent.input || '{}');
  }

  /**
   * A stop sequence that was not requested is the server's own way to end a turn, and is not shown to
   * callers.
   */
  #stop(): { reason: StopReason; stopSequence?: string } {
    if (this.#ending !== 'stop_sequence') return { reason: readEnding(this.#ending) };
    const stopSequence = this.#stopSequences.find((sequence) => sequence === this.#stopSequence);
    return stopSequence === undefined ? { reason: 'end_turn' } : { reason: 'stop_sequence', stopSequence };
  }
}
