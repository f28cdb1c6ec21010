import type { EngineEvent, EngineFault, StopReason, TokenUsage } from '#engine';
import type { ErrorRendering, EventSink, GenerationExchange, KeepAlive, ResponseEncoder } from '#exchange';
import type { CompletionFormat } from './completion-format.ts';
import { completionHeaders } from './completion-headers.ts';
import type { CompletionIdentity } from './completion-identity.ts';
import type { ReplyExtension } from './extended/reply-extension.ts';

/** What live chat says to bridge silence: a comment, which no client sees (D-28). */
export const KEEP_ALIVE_COMMENT = ': keep-alive\n\n';

export interface StreamParts {
  readonly identity: CompletionIdentity;
  readonly errors: ErrorRendering;
  readonly keepAlive: KeepAlive;
  readonly format: CompletionFormat;
  readonly extension?: ReplyExtension | undefined;
}

/** A chat answer as server-sent events (inference contract §2.5). */
export class StreamedCompletion implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #errors: ErrorRendering;
  readonly #stream: EventSink;
  /** Every chunk up to its delta: all chunks share id, created and model (D-26). */
  readonly #opening: string;
  readonly #shared: string;
  /** What follows a delta when the reply goes on. */
  readonly #closing: string;
  readonly #format: CompletionFormat;
  #begun = false;
  /** What the additions put into the reply; absent on live chat. */
  readonly #extension: ReplyExtension | undefined;
  #calls = 0;
  #stop: StopReason = 'end_turn';

  constructor(exchange: GenerationExchange, { identity, errors, keepAlive, format, extension }: StreamParts) {
    this.#exchange = exchange;
    this.#errors = errors;
    this.#extension = extension;
    this.#stream = exchange.sink.events(keepAlive, () => completionHeaders(exchange));
    this.#shared = `data: {"id":"${identity.id}","object":"chat.completion.chunk","created":${identity.created},"model":${JSON.stringify(identity.model)},"choices":[`;
    this.#opening = `${this.#shared}{"index":0,"delta":`;
    this.#format = format;
    this.#closing = `${format.choiceFields},"finish_reason":null}]${format.chunkFields}}\n\n`;
  }

  event(event: EngineEvent): void {
    if (this.#extension) this.#extend(this.#extension, event);
    const delta = this.#format.delta?.(event);
    if (delta) this.#delta(JSON.stringify(delta), false);
    switch (event.type) {
      case 'text':
        this.#delta(`{"${this.#fieldOf(event.refuses)}":${JSON.stringify(event.text)}}`, isAscii(event.text));
        break;
      case 'tool_call_start':
        this.#calls++;
        this.#delta(
          `{"tool_calls":[{"index":${event.call},"id":${JSON.stringify(event.id)},"type":"function",` +
            `"function":{"name":${JSON.stringify(event.name)},"arguments":""}}]}`,
          false,
        );
        break;
      case 'tool_call_delta':
        this.#delta(
          `{"tool_calls":[{"index":${event.call},"function":{"arguments":${JSON.stringify(event.arguments)}}}]}`,
          isAscii(event.arguments),
        );
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
    return this.#stream.begun;
  }

  flush(): boolean {
    return this.#stream.flush();
  }

  finish(usage: TokenUsage): void {
    this.#begin();
    const extension = this.#extension;
    if (extension) this.#endReasoning(extension);
    extension?.note();
    const { choiceFields, chunkFields } = this.#format;
    const reason = this.#format.finishReason(this.#stop, this.#calls > 0);
    this.#stream.add(
      `${this.#opening}{}${choiceFields},"finish_reason":"${reason}"}]${chunkFields}}\n\n`,
      true,
    );
    if (this.#exchange.call.includeUsage !== false) {
      const counts = JSON.stringify(this.#format.usage(usage));
      this.#stream.add(`${this.#shared}],"usage":${counts}}\n\n`, true);
    }
    this.#stream.add('data: [DONE]\n\n', true);
    this.#stream.end();
  }

  fail(cause: EngineFault | Error): void {
    // What was generated but not written yet is dropped, so that the failure can keep its status.
    if (!this.#stream.begun) return this.#errors.send(this.#exchange, cause);
    this.#stream.add(`data: ${this.#errors.late(this.#exchange, cause)}\n\n`, false);
    this.#stream.endBroken();
  }

  cancel(): void {
    this.#stream.cancel();
  }

  /** Reasoning is shown and signed, citations are annotations, and what else there is is noted. */
  #extend(extension: ReplyExtension, event: EngineEvent): void {
    if (event.type === 'reasoning') {
      const index = extension.reason(event.text);
      if (index !== undefined)
        this.#delta(`{"reasoning":[{"index":${index},"text":${JSON.stringify(event.text)}}]}`, false);
      return;
    }
    this.#endReasoning(extension);
    extension.output(event);
    const annotation = event.type === 'citation' ? extension.annotate(event.citation) : undefined;
    if (annotation) this.#delta(`{"annotations":[${JSON.stringify(annotation)}]}`, false);
  }

  /** The signature vouches for all of a block, so it comes with the last piece, as on messages (D-47). */
  #endReasoning(extension: ReplyExtension): void {
    const ended = extension.endReasoning();
    if (ended)
      this.#delta(
        `{"reasoning":[{"index":${ended.index},"text":"","signature":"${ended.signature}"}]}`,
        true,
      );
  }

  #fieldOf(refuses?: true): 'refusal' | 'content' {
    return refuses && this.#format.setsRefusalsApart ? 'refusal' : 'content';
  }

  #delta(delta: string, ascii: boolean): void {
    this.#begin();
    this.#stream.add(`${this.#opening}${delta}${this.#closing}`, ascii);
  }

  /** The first chunk says who speaks, with empty content. From here on the status is 200. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#stream.add(`${this.#opening}{"role":"assistant","content":""}${this.#closing}`, true);
  }
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
