import {
  EngineFault,
  type AppliedEdit,
  type Citation,
  type EngineEvent,
  type StopReason,
  type TokenUsage,
} from '#engine';
import type { ErrorRendering, GenerationExchange, ResponseEncoder } from '#exchange';
import type { ReplySignature } from '#features/conversation';
import { RawJson, stringifyRaw } from '#kit';
import type { MessageFormat, ReplyBlock } from './message-format.ts';
import { isWhole, messageHeaders, newMessageHead } from './message-head.ts';
import { OrderedBlocks, type BlockHead, type BlockTarget } from './ordered-blocks.ts';
import type { MessageParts } from './streamed-message.ts';

/** The input of a call as the model wrote it; undefined where the engine did not finish it. */
function toInput(text: string): RawJson | undefined {
  try {
    const input: unknown = JSON.parse(text);
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? new RawJson(text)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A message as one JSON object (inference contract §2.7). */
export class WholeMessage implements ResponseEncoder, BlockTarget {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #signature: ReplySignature;
  readonly #format: MessageFormat;
  readonly #blocks = new OrderedBlocks(this);
  #content: object[] = [];
  #hasCalls = false;
  /** Of the open block. */
  #text = '';
  #citations: Citation[] = [];
  #stop: StopReason = 'end_turn';
  #stopSequence: string | null = null;
  #applied: AppliedEdit[] = [];

  constructor(exchange: GenerationExchange, { errors, signature, format }: MessageParts) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#signature = signature;
    this.#format = format;
  }

  event(event: EngineEvent): void {
    if (event.type === 'stop') {
      this.#stop = event.reason;
      this.#stopSequence = event.stopSequence ?? null;
    } else if (event.type === 'context_edit') this.#applied.push(event.edit);
    else if (event.type !== 'reasoning' || this.#exchange.call.reasoning) this.#blocks.event(event);
  }

  /** Whole or not at all. */
  readonly delivered = false;

  flush(): boolean {
    return true;
  }

  open(): void {
    this.#text = '';
    this.#citations = [];
  }

  append(head: BlockHead, chunk: string): void {
    this.#signature.append(head, chunk);
    this.#text += chunk;
  }

  cite(citation: Citation): void {
    this.#citations.push(citation);
  }

  close(head: BlockHead, index: number, text: string): void {
    this.#signature.close(head, text);
    const block = this.#complete(head, index, text);
    if (block) this.#content.push(this.#format.block(block));
  }

  #complete(head: BlockHead, index: number, text: string): ReplyBlock | undefined {
    if (head.type === 'text') return { ...head, text: this.#text, citations: this.#citations };
    if (head.type === 'compaction') return { ...head, text: this.#text };
    if (head.type === 'reasoning') return { ...head, text, signature: this.#signature.sign(text, index) };
    this.#hasCalls = true;
    const input = toInput(text);
    // A call that was cut short cannot be run, and its input is no object: the stop reason says why it is missing.
    return input && { ...head, input };
  }

  complete(): EngineFault | undefined {
    this.#blocks.end();
    return this.#blocks.unfinished && isWhole(this.#stop) ? new EngineFault('broken') : undefined;
  }

  finish(usage: TokenUsage): void {
    this.#signature.note();
    const end = {
      reason: this.#stop,
      stopSequence: this.#stopSequence,
      hasCalls: this.#hasCalls,
      usage,
      edits: this.#applied,
    };
    const exchange = this.#exchange;
    const message = this.#format.message(newMessageHead(exchange), this.#content, end, exchange.requestId);
    const headers = ['cache-control', 'no-store', ...messageHeaders(exchange)];
    exchange.sink.json(200, stringifyRaw(message), headers);
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#content = [];
  }
}
