import type { EngineEvent, EngineFault, StopReason, TokenUsage } from '#engine';
import { EventStream, type AnswerFace, type ErrorRendering, type Exchange } from '#exchange';
import { answerHeaders } from './answer-headers.ts';
import type { AnswerIdentity } from './answer-identity.ts';
import { toChatUsage } from './chat-usage.ts';
import { toFinishReason } from './finish-reason.ts';
import type { KeepAlive } from './keep-alive.ts';

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
  #stream: EventStream | undefined;
  #begun = false;
  /** Whether what is pending is plain ASCII. Told from the pieces, which are short, not from the whole. */
  #ascii = true;
  #calls = 0;
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
        this.#ascii &&= isAscii(event.text);
        this.#delta(`{"content":${JSON.stringify(event.text)}}`);
        break;
      case 'tool_call_start':
        this.#calls++;
        this.#ascii = false;
        this.#delta(
          `{"tool_calls":[{"index":${event.call},"id":${JSON.stringify(event.id)},"type":"function",` +
            `"function":{"name":${JSON.stringify(event.name)},"arguments":""}}]}`,
        );
        break;
      case 'tool_call_delta':
        this.#ascii &&= isAscii(event.arguments);
        this.#delta(`{"tool_calls":[{"index":${event.call},"function":{"arguments":${JSON.stringify(event.arguments)}}}]}`);
        break;
      case 'stop':
        this.#stop = event.reason;
        break;
      default:
        // Reasoning is not part of live chat, but it is output: the status is decided and silence is bridged.
        this.#begin();
    }
  }

  get delivered(): boolean {
    return this.#stream !== undefined;
  }

  flush(): boolean {
    if (this.#pending === '') return true;
    const events = this.#pending;
    this.#pending = '';
    const ascii = this.#ascii;
    this.#ascii = true;
    if (this.#stream) return this.#stream.write(events, ascii);
    this.#stream = new EventStream(this.#exchange, answerHeaders(this.#exchange), events);
    this.#keepAlive.watch(this.#stream);
    return !this.#stream.needsDrain;
  }

  finish(usage: TokenUsage): void {
    this.#begin();
    this.#pending += `${this.#opening}{},"finish_reason":"${toFinishReason(this.#stop, this.#calls > 0)}"}]}\n\n`;
    this.#pending += `${this.#shared}],"usage":${JSON.stringify(toChatUsage(usage))}}\n\ndata: [DONE]\n\n`;
    this.#lastFlush()?.end();
  }

  fail(cause: EngineFault | Error): void {
    // What was generated but not written yet is dropped, so that the failure can keep its status.
    if (!this.#stream) return this.#errors.send(this.#exchange, cause);
    this.#pending += `data: ${this.#errors.late(this.#exchange, cause)}\n\n`;
    this.#ascii = false;
    this.#lastFlush()?.endBroken();
  }

  cancel(): void {
    if (this.#stream) this.#keepAlive.forget(this.#stream);
    this.#pending = '';
  }

  #lastFlush(): EventStream | undefined {
    this.flush();
    if (this.#stream) this.#keepAlive.forget(this.#stream);
    return this.#stream;
  }

  #delta(delta: string): void {
    this.#begin();
    this.#pending += `${this.#opening}${delta},"finish_reason":null}]}\n\n`;
  }

  /** The first chunk says who speaks, with empty content. From here on the status is 200. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#pending += `${this.#opening}{"role":"assistant","content":""},"finish_reason":null}]}\n\n`;
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
