import type { EngineEvent, EngineFault, StopReason, TokenUsage } from '#engine';
import { baseHeaders, type AnswerFace, type ErrorRendering, type Exchange } from '#exchange';
import { answerHeaders } from './answer-headers.ts';
import type { AnswerIdentity } from './answer-identity.ts';
import { toChatUsage } from './chat-usage.ts';
import { toFinishReason } from './finish-reason.ts';
import type { KeepAlive } from './keep-alive.ts';

const STREAM_HEADERS = ['content-type', 'text/event-stream', 'cache-control', 'no-store, no-transform', 'x-accel-buffering', 'no'];

/**
 * A chat answer as server-sent events (inference contract §2.5). The head is held until the engine's first output, so
 * that early failures keep their status (D-29). Everything that arrived together is written together.
 */
export class StreamedAnswer implements AnswerFace {
  readonly #exchange: Exchange;
  readonly #errors: ErrorRendering;
  readonly #keepAlive: KeepAlive;
  /** Every chunk up to its delta: all chunks share id, created and model (D-26). */
  readonly #opening: string;
  readonly #shared: string;
  #pending = '';
  #started = false;
  #calls = 0;
  readonly #callIndexes = new Map<number, number>();
  #stop: StopReason = 'end_turn';

  constructor(exchange: Exchange, identity: AnswerIdentity, errors: ErrorRendering, keepAlive: KeepAlive) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#keepAlive = keepAlive;
    this.#shared = `data: {"id":"${identity.id}","object":"chat.completion.chunk","created":${identity.created},"model":${JSON.stringify(identity.model)},"choices":[`;
    this.#opening = `${this.#shared}{"index":0,"delta":`;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'text':
        this.#delta(`{"content":${JSON.stringify(event.text)}}`);
        break;
      case 'tool_call_start':
        this.#callIndexes.set(event.block, this.#calls);
        this.#delta(
          `{"tool_calls":[{"index":${this.#calls++},"id":${JSON.stringify(event.id)},"type":"function",` +
            `"function":{"name":${JSON.stringify(event.name)},"arguments":""}}]}`,
        );
        break;
      case 'tool_call_delta':
        this.#delta(
          `{"tool_calls":[{"index":${this.#callIndexes.get(event.block) ?? 0},"function":{"arguments":${JSON.stringify(event.arguments)}}}]}`,
        );
        break;
      case 'stop':
        this.#stop = event.reason;
        break;
      default:
        this.#start();
    }
  }

  flush(): boolean {
    if (this.#pending === '') return true;
    const text = this.#pending;
    this.#pending = '';
    this.#keepAlive.touch(this.#exchange.response);
    return this.#exchange.response.write(text);
  }

  finish(usage: TokenUsage): void {
    this.#start();
    this.#pending += `${this.#opening}{},"finish_reason":"${toFinishReason(this.#stop, this.#calls > 0)}"}]}\n\n`;
    this.#pending += `${this.#shared}],"usage":${JSON.stringify(toChatUsage(usage))}}\n\ndata: [DONE]\n\n`;
    this.#end(this.#pending);
  }

  fail(cause: EngineFault | Error): void {
    if (!this.#started) return this.#errors.send(this.#exchange, cause);
    this.#end(`${this.#pending}data: ${this.#errors.late(this.#exchange, cause)}\n\n`);
  }

  cancel(): void {
    this.#keepAlive.forget(this.#exchange.response);
    this.#pending = '';
  }

  #end(lastWords: string): void {
    this.#keepAlive.forget(this.#exchange.response);
    this.#pending = '';
    this.#exchange.response.end(lastWords);
  }

  #delta(delta: string): void {
    this.#start();
    this.#pending += `${this.#opening}${delta},"finish_reason":null}]}\n\n`;
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    const headers = baseHeaders(this.#exchange);
    headers.push(...STREAM_HEADERS, ...answerHeaders(this.#exchange));
    this.#exchange.response.writeHead(200, headers);
    this.#keepAlive.watch(this.#exchange.response);
    this.#pending += `${this.#opening}{"role":"assistant","content":""},"finish_reason":null}]}\n\n`;
  }
}
