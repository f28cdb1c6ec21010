import type { Citation, Message, OutputBlock } from '@svc/contract';
import {
  EngineFault,
  type AppliedEdit,
  type Citation as EngineCitation,
  type EngineEvent,
  type StopReason,
  type TokenUsage,
} from '#engine';
import type { ErrorRendering, GenerationExchange, ResponseEncoder } from '#exchange';
import type { ReplySeal } from '#features/conversation';
import { parseExact } from '#kit';
import { isWhole, messageHeaders, newMessageHead, toMessageUsage, toReport } from './message-head.ts';
import { OrderedBlocks, type BlockHead, type BlockTarget } from './ordered-blocks.ts';
import { toCitation } from './to-citation.ts';

/** The input of a call; undefined where the engine did not finish it. */
function parseInput(text: string): Record<string, unknown> | undefined {
  try {
    const input = parseExact(text);
    return typeof input === 'object' && input !== null && !Array.isArray(input)
      ? (input as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A message as one JSON object (inference contract §2.7). */
export class WholeMessage implements ResponseEncoder, BlockTarget {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #seal: ReplySeal;
  readonly #blocks = new OrderedBlocks(this);
  #content: OutputBlock[] = [];
  /** Of the open block. */
  #text = '';
  #citations: Citation[] = [];
  #stop: StopReason = 'end_turn';
  #stopSequence: string | null = null;
  #applied: AppliedEdit[] = [];

  constructor(exchange: GenerationExchange, errors: ErrorRendering, seal: ReplySeal) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#seal = seal;
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

  append(head: BlockHead, piece: string): void {
    this.#seal.append(head, piece);
    this.#text += piece;
  }

  cite(citation: EngineCitation): void {
    this.#citations.push(toCitation(citation));
  }

  close(head: BlockHead, index: number, text: string): void {
    this.#seal.close(head, text);
    if (head.type === 'text') {
      const citations = this.#citations.length > 0 ? { citations: this.#citations } : {};
      this.#content.push({ type: 'text', text: this.#text, ...citations });
    } else if (head.type === 'compaction') this.#content.push({ type: 'compaction', summary: this.#text });
    else if (head.type === 'reasoning')
      this.#content.push({ type: 'reasoning', text, signature: this.#seal.sign(text, index) });
    else {
      const input = parseInput(text);
      // A call that was cut short cannot be run, and its input is no object: the stop reason says why it is missing.
      if (input) this.#content.push({ ...head, input });
    }
  }

  finish(usage: TokenUsage): void {
    this.#blocks.end();
    if (this.#blocks.unfinished && isWhole(this.#stop)) return this.fail(new EngineFault('broken'));
    this.#seal.note();
    const message: Message = {
      ...newMessageHead(this.#exchange),
      content: this.#content,
      stop_reason: this.#stop,
      stop_sequence: this.#stopSequence,
      usage: toMessageUsage(usage),
      ...toReport(this.#applied),
      request_id: this.#exchange.requestId,
    };
    this.#exchange.sink.json(200, JSON.stringify(message), [
      'cache-control',
      'no-store',
      ...messageHeaders(this.#exchange),
    ]);
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#content = [];
  }
}
