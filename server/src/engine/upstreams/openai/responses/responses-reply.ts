import { parseWithSources } from '#kit';
import { EngineFault, type StopReason } from '../../../events.ts';
import { readEnding } from '../../http/endings.ts';
import { faultIn, isFields, isFilled } from '../../http/error-object.ts';
import { readModelName } from '../../http/read-model-name.ts';
import { readErrorObject, STATUS_OF_REASON } from '../../http/refusals/read-refusal.ts';
import type { ReplyOutput } from '../../http/reply-output.ts';
import type { ReplyReader } from '../../http/reply-reader.ts';
import type { SignedParts } from '../../http/signed-parts.ts';
import { UsageCount } from '../../http/usage-count.ts';
import { readUsage } from '../token-usage.ts';
import { ReplyItems, type Speech } from './reply-items.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Events with a chunk of words, and those that repeat the chunks of one text. */
const CHUNKS: ReadonlyMap<unknown, Speech> = new Map<unknown, Speech>([
  ['response.output_text.delta', 'text'],
  ['response.refusal.delta', 'refusal'],
  ['response.reasoning_summary_text.delta', 'reasoning'],
  ['response.reasoning_text.delta', 'reasoning'],
]);
const WHOLE_TEXTS: ReadonlyMap<unknown, readonly [Speech, string]> = new Map<
  unknown,
  readonly [Speech, string]
>([
  ['response.output_text.done', ['text', 'text']],
  ['response.refusal.done', ['refusal', 'refusal']],
]);

/** Events that end a stream. */
const ENDS: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.done',
]);

/** Arguments that are no text, whose digits only an exact parser keeps. */
const OBJECT_ARGUMENTS = /"arguments"\s*:\s*[{[]/;

function parse(json: string): Fields {
  const value = OBJECT_ARGUMENTS.test(json) ? parseWithSources(json) : (JSON.parse(json) as unknown);
  if (!isFields(value)) throw new EngineFault('broken');
  // A response says itself how it failed.
  const fault = value['object'] === 'response' ? undefined : faultIn(value);
  if (fault) throw fault;
  return value;
}

/** What a reply failed of, by its code and words (D-ENG-37). */
function failureOf(error: unknown): EngineFault {
  const { refusal, retryAfterSeconds } = readErrorObject(JSON.stringify({ error }), undefined) ?? {};
  const status = refusal ? STATUS_OF_REASON[refusal.reason] : 500;
  return new EngineFault('status', { status, refusal, retryAfterSeconds });
}

/** Parses a response of OpenAI's Responses, complete or as a stream of events, into our events. */
export class ResponsesReply implements ReplyReader {
  model: string | undefined;
  readonly #output: ReplyOutput;
  readonly #items: ReplyItems;
  readonly #count = new UsageCount();
  #stop: StopReason | undefined;

  /** `signed`: takes what the server signs. */
  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#items = new ReplyItems(output, newCallId, signed);
  }

  get finished(): boolean {
    return this.#stop !== undefined;
  }

  event(data: string): boolean {
    // Proxies end a stream as the other protocol does.
    if (data.trim() === '[DONE]') return true;
    const event = parse(data);
    const { type, response } = event;
    // All of it as one event.
    if (type === undefined && 'output' in event) return this.#end(event);
    if (ENDS.has(type)) return this.#end(isFields(response) ? response : event);
    if (isFields(response)) this.model ??= readModelName(response['model']);
    else this.#take(event);
    return false;
  }

  whole(json: string): void {
    const reply = parse(json);
    // One server wraps it as in a stream.
    this.#end(isFields(reply['response']) ? reply['response'] : reply);
  }

  /** Throws `EngineFault` if it did not end, or if nothing of it was understood. */
  finish(): void {
    this.#items.finish();
    if (this.#stop === undefined && !this.#output.overrun) throw new EngineFault('broken');
    if (this.#items.hasUnread && this.#output.isEmpty) throw new EngineFault('broken');
    const isRefusal = this.#items.hasRefused && this.#stop === 'end_turn';
    this.#output.finish({ reason: isRefusal ? 'refusal' : (this.#stop ?? 'max_tokens') }, this.#count);
  }

  #take(event: Fields): void {
    const { type, delta, item } = event;
    const key = event['output_index'] ?? event['item_id'] ?? (isFields(item) ? item['id'] : undefined);
    const speech = CHUNKS.get(type);
    const whole = WHOLE_TEXTS.get(type);
    if (speech) this.#items.say(key, speech, toText(delta), event['summary_index']);
    else if (whole) this.#items.sayWhole(key, whole[0], toText(event[whole[1]]));
    else if (type === 'response.function_call_arguments.delta') this.#items.argue(key, toText(delta));
    else if (type === 'response.function_call_arguments.done')
      this.#items.argueWhole(key, event['arguments']);
    else if (type === 'response.output_item.added') this.#items.open(key, item);
    else if (type === 'response.output_item.done') this.#items.close(key, item);
    else if (typeof delta === 'string' && delta !== '') this.#items.hasUnread = true;
  }

  #end(response: Fields): true {
    const { status, error, output } = response;
    if (status === 'failed' || status === 'cancelled' || isFilled(error)) throw failureOf(error);
    this.model ??= readModelName(response['model']);
    this.#count.add(readUsage(response['usage']));
    this.#output.counted(this.#count);
    this.#stop = endingOf(response);
    if (!Array.isArray(output) && this.#output.isEmpty) throw new EngineFault('broken');
    if (this.#output.isEmpty && this.#output.isTooLong(this.#count)) return this.#cut(output as unknown[]);
    if (Array.isArray(output)) this.#items.repeat(output);
    return true;
  }

  #cut(output: readonly unknown[]): true {
    const texts = output.flatMap((item) =>
      isFields(item) && Array.isArray(item['content']) ? (item['content'] as unknown[]) : [],
    );
    const text = texts.map((part) => (isFields(part) ? toText(part['text']) : '')).join('');
    this.#output.cutWhole(text, this.#count);
    this.#stop = 'max_tokens';
    return true;
  }
}

function endingOf({ status, incomplete_details: details }: Fields): StopReason {
  const reason = isFields(details) ? details['reason'] : undefined;
  return status === 'incomplete' || isFilled(reason) ? readEnding(reason) : 'end_turn';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
