import { parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../events.ts';
import { MessageCalls } from '../anthropic/message-calls.ts';
import { SignedThoughts } from '../anthropic/signed-thoughts.ts';
import { isEnding, readEnding, worseEnding } from '../http/endings.ts';
import { faultIn, isFields, isFilled, toFault } from '../http/error-object.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { UsageCount } from '../http/usage-count.ts';
import { readConverseBlock, type ConverseBlock } from './converse-block.ts';
import { ConverseUsage } from './converse-usage.ts';
import { FormatText } from './format-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands beside the reply, and is none of it. */
const BESIDE: ReadonlySet<string> = new Set([
  'additionalModelResponseFields',
  'metrics',
  'output',
  'performanceConfig',
  'serviceTier',
  'stopReason',
  'trace',
  'usage',
]);

function parse(json: string): Fields {
  const value = json.includes('"toolUse"') ? parseWithSources(json) : (JSON.parse(json) as unknown);
  if (!isFields(value)) throw new EngineFault('broken');
  const fault = faultIn(value);
  if (fault) throw fault;
  return value;
}

export interface ConverseReplyOptions {
  readonly newCallId: (isSigned: boolean) => string;
  /** Takes what the model signs. */
  readonly signed: SignedParts | undefined;
  /** The tool whose call is the text. */
  readonly formatTool: string | undefined;
}

/** Parses a reply of Converse, complete or as the events of a stream, into our events. */
export class ConverseReply implements ReplyReader {
  readonly model = undefined;
  /** `messageStop` has come: what may follow are the counts (D-ENG-14). */
  finished = false;
  readonly #output: ReplyOutput;
  readonly #calls: MessageCalls;
  readonly #thoughts: SignedThoughts | undefined;
  readonly #formatText: FormatText | undefined;
  readonly #usage = new ConverseUsage();
  readonly #count = new UsageCount();
  #ending: unknown;
  /** Streams only announce calls: of other blocks the number or the kind changes. */
  #open = '';
  #unread = false;

  constructor(output: ReplyOutput, { newCallId, signed, formatTool }: ConverseReplyOptions) {
    this.#output = output;
    this.#calls = new MessageCalls(output, newCallId, signed);
    this.#thoughts = signed && new SignedThoughts(signed);
    this.#formatText = formatTool === undefined ? undefined : new FormatText(output, formatTool);
  }

  event(data: string): boolean {
    const event = parse(data);
    for (const [name, value] of Object.entries(event)) if (isFields(value)) this.#take(name, value);
    return this.finished && 'metadata' in event;
  }

  whole(json: string): void {
    const reply = parse(json);
    const message = isFields(reply['output']) ? reply['output']['message'] : undefined;
    const content = isFields(message) ? message['content'] : undefined;
    this.#ends(reply);
    if (this.#ending === undefined && !Array.isArray(content)) throw toFault(reply);
    this.#counts(reply['usage']);
    this.#unread ||= Object.entries(reply).some(([name, value]) => !BESIDE.has(name) && isFilled(value));
    const blocks = (Array.isArray(content) ? (content as unknown[]) : []).map(readConverseBlock);
    if (!this.#output.isTooLong(this.#count)) return blocks.forEach((block, i) => this.#block(block, i));
    const texts = blocks.map((block) => (block.kind === 'text' ? block.words : ''));
    this.#output.cutWhole(texts.join(''), this.#count);
    this.#ending = 'max_tokens';
  }

  /** Throws `EngineFault` if it ended in a failure or in an unknown way, or if nothing of it was understood. */
  finish(): void {
    this.#formatText?.finish();
    const reason: StopReason | undefined = this.#ending === undefined ? undefined : readEnding(this.#ending);
    this.#calls.finish(reason === undefined || reason === 'tool_call' || reason === 'end_turn');
    if (this.#unread && this.#output.isEmpty && (this.#count.outputTokens ?? 2) > 1)
      throw new EngineFault('broken');
    this.#thoughts?.keep();
    this.#output.finish(reason && { reason }, this.#count);
  }

  /** Handles one event of a stream. Ignores unknown kinds. */
  #take(name: string, event: Fields): void {
    const { contentBlockIndex: index } = event;
    switch (name) {
      case 'contentBlockStart':
        return this.#block(readConverseBlock(event['start']), index);
      case 'contentBlockDelta':
        return this.#block(readConverseBlock(event['delta']), index);
      case 'messageStop':
        this.#ends(event);
        this.finished = this.#ending !== undefined;
        return;
      case 'metadata':
        return this.#counts(event['usage']);
      default:
    }
  }

  #ends({ stopReason }: Fields): void {
    if (isEnding(stopReason)) this.#ending = worseEnding(this.#ending, stopReason);
  }

  #counts(usage: unknown): void {
    this.#count.add(this.#usage.read(usage));
    this.#output.counted(this.#count);
  }

  #block(block: ConverseBlock, index: unknown): void {
    switch (block.kind) {
      case 'text':
        this.#enter(index, 'text');
        if (this.#formatText) this.#formatText.text(block.words);
        else this.#output.text('text', block.words);
        return;
      case 'reasoning':
        this.#enter(index, 'thinking');
        this.#output.text('reasoning', block.words);
        this.#thoughts?.append(block.words);
        this.#thoughts?.sign(block.signature);
        return;
      case 'redacted':
        this.#open = '';
        this.#thoughts?.open({ type: 'redacted_thinking', data: block.data });
        return;
      case 'call':
        return this.#call(block, index);
      case 'input':
        if (!this.#formatText?.append(index, block.words)) this.#calls.append(index, block.words);
        return;
      case 'unknown':
        this.#calls.appendUnknown(index);
        this.#unread = true;
        return;
      case 'beside':
    }
  }

  #call({ name, input }: Extract<ConverseBlock, { readonly kind: 'call' }>, index: unknown): void {
    this.#open = '';
    if (this.#formatText?.open(name, input, index)) return;
    this.#thoughts?.open({ type: 'tool_use' });
    this.#calls.open(name, input, index);
  }

  /** What comes may begin a block. */
  #enter(index: unknown, type: 'text' | 'thinking'): void {
    const open = `${type} ${String(index)}`;
    if (open === this.#open) return;
    this.#open = open;
    this.#calls.skip(index);
    this.#thoughts?.open({ type });
  }
}
