import {
  EngineFault,
  type AppliedEdit,
  type Citation,
  type EngineEvent,
  type StopReason,
  type TokenUsage,
} from '#engine';
import type { ErrorRendering, EventSink, GenerationExchange, KeepAlive, ResponseEncoder } from '#exchange';
import type { ReplySignature } from '#features/conversation';
import type { MessageFormat } from './message-format.ts';
import { expectedInputTokens, isWhole, messageHeaders, newMessageHead } from './message-head.ts';
import { OrderedBlocks, type BlockHead, type BlockTarget } from './ordered-blocks.ts';

/** Bridges silence, from the first byte on (D-49). */
export const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

export interface MessageParts {
  readonly errors: ErrorRendering;
  readonly signature: ReplySignature;
  readonly format: MessageFormat;
}

/** A message as named server-sent events (inference contract §3.3, §4.2). */
export class StreamedMessage implements ResponseEncoder, BlockTarget {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #stream: EventSink;
  readonly #signature: ReplySignature;
  readonly #format: MessageFormat;
  readonly #blocks = new OrderedBlocks(this);
  #begun = false;
  #hasCalls = false;
  /** The open block's delta events, up to the delta and up to its text. */
  #blockDelta = '';
  #delta = '';
  #stop: StopReason = 'end_turn';
  #stopSequence: string | null = null;
  #applied: AppliedEdit[] = [];

  constructor(exchange: GenerationExchange, pings: KeepAlive, { errors, signature, format }: MessageParts) {
    this.#exchange = exchange;
    this.#errors = errors;
    // A ping may not stand before the start (D-49).
    this.#stream = exchange.sink.events(pings, () => messageHeaders(exchange), { open: () => this.#begin() });
    this.#signature = signature;
    this.#format = format;
  }

  event(event: EngineEvent): void {
    if (event.type === 'stop') {
      this.#stop = event.reason;
      this.#stopSequence = event.stopSequence ?? null;
      return;
    }
    if (event.type === 'context_edit') return void this.#applied.push(event.edit);
    this.#begin();
    // Reasoning that was not requested is not shown (D-37), but it is output: the status is decided and silence is bridged.
    if (event.type !== 'reasoning' || this.#exchange.call.reasoning) this.#blocks.event(event);
  }

  get delivered(): boolean {
    return this.#stream.begun;
  }

  flush(): boolean {
    return this.#stream.flush();
  }

  open(head: BlockHead, index: number): void {
    const { prefix, deltas } = this.#format;
    if (head.type === 'tool_call') this.#hasCalls = true;
    const block = JSON.stringify(this.#format.emptyBlock(head));
    this.#write(`${prefix}block_start`, `"index":${index},"${prefix}block":${block}`);
    const name = `${prefix}block_delta`;
    this.#blockDelta = `event: ${name}\ndata: {"type":"${name}","index":${index},"delta":`;
    this.#delta = this.#blockDelta + deltas[head.type];
  }

  append(head: BlockHead, chunk: string): void {
    this.#signature.append(head, chunk);
    this.#stream.add(`${this.#delta}${JSON.stringify(chunk)}}}\n\n`, false);
  }

  cite(citation: Citation): void {
    this.#addDelta(this.#format.citationDelta(citation), false);
  }

  close(head: BlockHead, index: number, text: string): void {
    this.#signature.close(head, text);
    // The signature vouches for all of the text, so it comes with the last delta (D-47).
    if (head.type === 'reasoning')
      this.#addDelta(this.#format.signatureDelta(this.#signature.sign(text, index)), true);
    this.#write(`${this.#format.prefix}block_stop`, `"index":${index}`);
  }

  complete(): EngineFault | undefined {
    this.#begin();
    this.#blocks.end();
    return this.#blocks.unfinished && isWhole(this.#stop) ? new EngineFault('broken') : undefined;
  }

  finish(usage: TokenUsage): void {
    this.#signature.note();
    const end = this.#format.messageDelta({
      reason: this.#stop,
      stopSequence: this.#stopSequence,
      hasCalls: this.#hasCalls,
      usage,
      edits: this.#applied,
    });
    this.#write('message_delta', JSON.stringify(end).slice(1, -1));
    this.#stream.add('event: message_stop\ndata: {"type":"message_stop"}\n\n', true);
    this.#stream.end();
  }

  fail(cause: EngineFault | Error): void {
    // What was generated but not written yet is dropped, so that the failure can keep its status.
    if (!this.#stream.begun) return this.#errors.send(this.#exchange, cause);
    const error = this.#format.brokenData(this.#errors.late(this.#exchange, cause));
    this.#stream.add(`event: error\ndata: ${error}\n\n`, false);
    this.#stream.endBroken();
  }

  cancel(): void {
    this.#stream.cancel();
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const exchange = this.#exchange;
    const inputTokens = expectedInputTokens(exchange);
    const message = this.#format.emptyMessage(newMessageHead(exchange), inputTokens, exchange.requestId);
    this.#write('message_start', `"message":${JSON.stringify(message)}`);
    if (this.#format.started !== '') this.#stream.add(this.#format.started, true);
  }

  #addDelta(delta: object, isAscii: boolean): void {
    this.#stream.add(`${this.#blockDelta}${JSON.stringify(delta)}}\n\n`, isAscii);
  }

  /** One event; `fields` is the inside of its data behind the type. */
  #write(name: string, fields: string): void {
    this.#stream.add(`event: ${name}\ndata: {"type":"${name}",${fields}}\n\n`, false);
  }
}
