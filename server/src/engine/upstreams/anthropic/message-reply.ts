import { parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../events.ts';
import { isEnding, readEnding, worseEnding } from '../http/endings.ts';
import { faultIn, isFields, isFilled, toFault } from '../http/error-object.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import { readModelName } from '../http/read-model-name.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { TextTemplate } from '../http/text-template.ts';
import { UsageCount } from '../http/usage-count.ts';
import { MessageCalls } from './message-calls.ts';
import { readBlock, saysMore } from './read-block.ts';
import { SignedThoughts } from './signed-thoughts.ts';
import { MessageUsage } from './token-usage.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Where a call's input may stand, which keeps its digits. */
const INPUT = /"(?:tool_use|input|arguments)"/;

/** An event or a complete message. Throws `EngineFault` for an error in any of its forms. */
function parse(json: string): Fields {
  const value = INPUT.test(json) ? parseWithSources(json) : (JSON.parse(json) as unknown);
  // One server puts its errors in a list.
  const fields: unknown = Array.isArray(value) ? value[0] : value;
  if (!isFields(fields)) throw new EngineFault('broken');
  const fault = faultIn(fields);
  if (fault) throw fault;
  return fields;
}

/** Under which names an ending stands. The first that is not empty counts. */
const ENDING_FIELDS = ['stop_reason', 'stopReason', 'finish_reason'];

/** What stands in a complete message beside the reply, and is none of it. */
const BESIDE: ReadonlySet<string> = new Set([
  'container',
  'context_management',
  'diagnostics',
  'id',
  'metadata',
  'model',
  'object',
  'provider',
  'request_id',
  'role',
  'service_tier',
  'stop_details',
  'stop_sequence',
  'system_fingerprint',
  'type',
  'usage',
  'warnings',
  ...ENDING_FIELDS,
]);

function endingIn(fields: Fields): unknown {
  return ENDING_FIELDS.map((name) => fields[name]).find(isEnding);
}

/** Blocks are numbered by numbers, or by their digits. */
function toIndex(index: unknown): unknown {
  return typeof index === 'string' ? Number(index) : index;
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
  readonly #stopSequences: readonly string[];
  readonly #signedThoughts: SignedThoughts | undefined;
  readonly #texts = new TextTemplate('text');
  readonly #thoughts = new TextTemplate('thinking');
  readonly #calls: MessageCalls;
  readonly #usage = new MessageUsage();
  readonly #count = new UsageCount();
  #ending: unknown;
  #stopSequence: unknown;
  /** What a stream's first or last event has as content: nothing, or all of it where it has no blocks. */
  #content: unknown;
  /** Something was said under a name or in a form that is not known, or that only the server can use. */
  #unread = false;

  /** `stopSequences`: those that the caller set. `signed`: takes what the server signs. */
  constructor(
    output: ReplyOutput,
    newCallId: (isSigned: boolean) => string,
    stopSequences: readonly string[],
    signed?: SignedParts,
  ) {
    this.#output = output;
    this.#calls = new MessageCalls(output, newCallId, signed);
    this.#stopSequences = stopSequences;
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
    this.#message(parse(json));
  }

  /** Throws `EngineFault` if it ended in a failure or in an unknown way, or if nothing of it was understood. */
  finish(): void {
    if (this.#output.isEmpty) this.#blocks(this.#content);
    const stop = this.#ending === undefined ? undefined : this.#stop();
    // In a truncated reply, the input may simply not have begun.
    this.#calls.finish(!stop || stop.reason === 'tool_call' || stop.reason === 'end_turn');
    // The answer stands in what is not known, unless the engine itself says that it wrote none.
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
    this.#message(event);
    return true;
  }

  #message(message: Fields): void {
    const { content, ...rest } = message;
    this.#ends(message);
    if (this.#ending === undefined && !isFilled(content) && !Array.isArray(content)) throw toFault(message);
    this.model = readModelName(message['model']);
    this.#counts(message['usage']);
    this.#unread ||= saysMore(Object.fromEntries(Object.entries(rest).filter(([name]) => !BESIDE.has(name))));
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
        this.#start(event);
        return false;
      case 'content_block_start':
        this.#open(event['content_block'], toIndex(event['index']));
        return false;
      case 'content_block_delta':
        this.#append(event['delta'], toIndex(event['index']), json);
        return false;
      case 'message_delta':
      case 'message_stop':
        this.#close(event);
        return event['type'] === 'message_stop';
      default:
        if (typeof event['type'] !== 'string' && Object.keys(event).length > 0) throw toFault(event);
        return false;
    }
  }

  #start(event: Fields): void {
    const message = isFields(event['message']) ? event['message'] : {};
    this.model = readModelName(message['model']);
    this.#content = message['content'];
    this.#ends(message);
    // Its output count is a snapshot, and would be mistaken for the final one if none follows.
    for (const { usage } of [message, event])
      this.#count.add({ ...this.#usage.read(usage), output: undefined });
    this.#output.counted(this.#count);
  }

  /** How it ends, and the counts, stand in the event, in its delta, or in a message that repeats all. */
  #close(event: Fields): void {
    for (const fields of [event['delta'], event, event['message']]) {
      if (!isFields(fields)) continue;
      this.#ends(fields);
      this.#counts(fields['usage']);
      if (isFilled(fields['content'])) this.#content = fields['content'];
    }
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
    else if (isFilled(content)) this.#open(content, 0);
  }

  #open(block: unknown, index: unknown): void {
    if (isFields(block)) this.#signedThoughts?.open(block);
    const { kind, words, name } = readBlock(block);
    if (kind === 'call') return this.#calls.open(name, words, index);
    this.#calls.skip(index);
    if (kind === 'text' || kind === 'reasoning') this.#output.text(kind, words);
    else if (kind === 'unknown') this.#unread = true;
  }

  #append(delta: unknown, index: unknown, json: string): void {
    const { kind, words } = readBlock(delta);
    if (kind === 'text' || kind === 'reasoning') {
      this.#output.text(kind, words);
      (kind === 'text' ? this.#texts : this.#thoughts).learn(json, words);
    } else if (kind === 'input') this.#calls.append(index, words);
    else if (kind === 'unknown') {
      this.#calls.appendUnknown(index);
      this.#unread = true;
    }
    if (kind === 'reasoning') this.#signedThoughts?.append(words);
    if (isFields(delta) && delta['type'] === 'signature_delta')
      this.#signedThoughts?.sign(delta['signature']);
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
