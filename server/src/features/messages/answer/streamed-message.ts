import {
  EngineFault,
  type AppliedEdit,
  type Citation,
  type EngineEvent,
  type StopReason,
  type TokenUsage,
} from '#engine';
import type { ErrorRendering, EventSink, GenerationExchange, KeepAlive, ResponseEncoder } from '#exchange';
import type { ReplySeal } from '#features/conversation';
import {
  expectedInputTokens,
  isWhole,
  messageHeaders,
  newMessageHead,
  toMessageUsage,
  toReport,
} from './message-head.ts';
import { OrderedBlocks, type BlockHead, type BlockTarget } from './ordered-blocks.ts';
import { toCitation } from './to-citation.ts';

/** Bridges silence, from the first byte on (D-49). */
export const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

function emptyBlock(head: BlockHead): object {
  if (head.type === 'text') return { type: 'text', text: '' };
  if (head.type === 'compaction') return { type: 'compaction', summary: '' };
  return head.type === 'reasoning' ? { type: 'reasoning', text: '', signature: '' } : { ...head, input: {} };
}

const DELTAS = {
  text: '{"type":"text_delta","text":',
  // Pieces of the summary (D-48).
  compaction: '{"type":"text_delta","text":',
  reasoning: '{"type":"reasoning_delta","text":',
  tool_call: '{"type":"input_json_delta","partial_json":',
} as const;

/** A message as named server-sent events (inference contract §3.3, §4.2). */
export class StreamedMessage implements ResponseEncoder, BlockTarget {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #stream: EventSink;
  readonly #seal: ReplySeal;
  readonly #blocks = new OrderedBlocks(this);
  #begun = false;
  /** The open block's delta events, up to the delta and up to its text. */
  #blockDelta = '';
  #delta = '';
  #stop: StopReason = 'end_turn';
  #stopSequence: string | null = null;
  #applied: AppliedEdit[] = [];

  constructor(exchange: GenerationExchange, errors: ErrorRendering, pings: KeepAlive, seal: ReplySeal) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#stream = exchange.sink.events(pings, () => messageHeaders(exchange));
    this.#seal = seal;
  }

  event(event: EngineEvent): void {
    if (event.type === 'stop') {
      this.#stop = event.reason;
      this.#stopSequence = event.stopSequence ?? null;
      return;
    }
    if (event.type === 'context_edit') return void this.#applied.push(event.edit);
    this.#begin();
    // Reasoning nobody asked for is not shown (D-37), but it is output: the status is decided and silence is bridged.
    if (event.type !== 'reasoning' || this.#exchange.call.reasoning) this.#blocks.event(event);
  }

  get delivered(): boolean {
    return this.#stream.begun;
  }

  flush(): boolean {
    return this.#stream.flush();
  }

  open(head: BlockHead, index: number): void {
    this.#write('block_start', `"index":${index},"block":${JSON.stringify(emptyBlock(head))}`);
    this.#blockDelta = `event: block_delta\ndata: {"type":"block_delta","index":${index},"delta":`;
    this.#delta = this.#blockDelta + DELTAS[head.type];
  }

  append(head: BlockHead, piece: string): void {
    this.#seal.append(head, piece);
    this.#stream.add(`${this.#delta}${JSON.stringify(piece)}}}\n\n`, false);
  }

  cite(citation: Citation): void {
    const delta = { type: 'citation_delta', citation: toCitation(citation) };
    this.#stream.add(`${this.#blockDelta}${JSON.stringify(delta)}}\n\n`, false);
  }

  close(head: BlockHead, index: number, text: string): void {
    this.#seal.close(head, text);
    // The signature vouches for all of the text, so it comes with the last delta (D-47).
    if (head.type === 'reasoning')
      this.#stream.add(`${this.#delta}"","signature":"${this.#seal.sign(text, index)}"}}\n\n`, true);
    this.#write('block_stop', `"index":${index}`);
  }

  finish(usage: TokenUsage): void {
    this.#begin();
    this.#blocks.end();
    if (this.#blocks.unfinished && isWhole(this.#stop)) return this.fail(new EngineFault('broken'));
    this.#seal.note();
    const why = `"stop_reason":"${this.#stop}","stop_sequence":${JSON.stringify(this.#stopSequence)}`;
    const rest = JSON.stringify({ usage: toMessageUsage(usage), ...toReport(this.#applied) });
    this.#write('message_delta', `${why},${rest.slice(1, -1)}`);
    this.#stream.add('event: message_stop\ndata: {"type":"message_stop"}\n\n', true);
    this.#stream.end();
  }

  fail(cause: EngineFault | Error): void {
    // What was generated but not written yet is dropped, so that the failure can keep its status.
    if (!this.#stream.begun) return this.#errors.send(this.#exchange, cause);
    this.#stream.add(
      `event: error\ndata: {"type":"error",${this.#errors.late(this.#exchange, cause).slice(1)}\n\n`,
      false,
    );
    this.#stream.endBroken();
  }

  cancel(): void {
    this.#stream.cancel();
  }

  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const message = {
      ...newMessageHead(this.#exchange),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: expectedInputTokens(this.#exchange),
        cached_input_tokens: 0,
        output_tokens: 0,
        reasoning_tokens: 0,
      },
      request_id: this.#exchange.requestId,
    };
    this.#write('message_start', `"message":${JSON.stringify(message)}`);
  }

  /** One event; `fields` is the inside of its data behind the type. */
  #write(name: string, fields: string): void {
    this.#stream.add(`event: ${name}\ndata: {"type":"${name}",${fields}}\n\n`, false);
  }
}
