import type { Annotation } from '@svc/contract';
import type { EngineEvent, EngineFault, StopReason, TokenUsage } from '#engine';
import type { ErrorRendering, GenerationExchange, ResponseEncoder } from '#exchange';
import type { CompletionFormat } from './completion-format.ts';
import { completionHeaders } from './completion-headers.ts';
import type { CompletionIdentity } from './completion-identity.ts';
import type { ReplyExtension, SignedReasoning } from './extended/reply-extension.ts';
import type { StreamParts } from './streamed-completion.ts';

interface WholeToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; arguments: string };
}

/** A chat answer as one JSON object (inference contract §2.4). */
export class WholeCompletion implements ResponseEncoder {
  readonly #exchange: GenerationExchange;
  readonly #identity: CompletionIdentity;
  readonly #errors: ErrorRendering;
  readonly #format: CompletionFormat;
  /** By the engine's number of the call. Most answers have none. */
  #calls: Map<number, WholeToolCall> | undefined;
  /** What the additions put into the reply; absent on live chat. */
  readonly #extension: ReplyExtension | undefined;
  readonly #reasoning: SignedReasoning[] = [];
  readonly #annotations: Annotation[] = [];
  #text = '';
  #refusal = '';
  #stop: StopReason = 'end_turn';

  constructor(
    exchange: GenerationExchange,
    { identity, errors, format, extension }: Omit<StreamParts, 'keepAlive'>,
  ) {
    this.#exchange = exchange;
    this.#identity = identity;
    this.#errors = errors;
    this.#format = format;
    this.#extension = extension;
  }

  event(event: EngineEvent): void {
    if (this.#extension) this.#extend(this.#extension, event);
    this.#format.delta?.(event);
    switch (event.type) {
      case 'text':
        if (event.refuses && this.#format.setsRefusalsApart) this.#refusal += event.text;
        else this.#text += event.text;
        break;
      case 'tool_call_start':
        this.#calls ??= new Map();
        this.#calls.set(event.call, {
          id: event.id,
          type: 'function',
          function: { name: event.name, arguments: '' },
        });
        break;
      case 'tool_call_delta': {
        const call = this.#calls?.get(event.call);
        if (call) call.function.arguments += event.arguments;
        break;
      }
      case 'stop':
        this.#stop = event.reason;
        break;
      default:
    }
  }

  /** Whole or not at all. */
  readonly delivered = false;

  flush(): boolean {
    return true;
  }

  finish(usage: TokenUsage): void {
    const extension = this.#extension;
    if (extension) this.#endReasoning(extension);
    extension?.note();
    const calls = this.#calls ? [...this.#calls.values()] : [];
    const message = {
      role: 'assistant' as const,
      content: this.#text === '' && (calls.length > 0 || this.#refusal !== '') ? null : this.#text,
      refusal: this.#refusal === '' ? undefined : this.#refusal,
      reasoning: this.#reasoning.length > 0 ? this.#reasoning : undefined,
      annotations: this.#annotations.length > 0 ? this.#annotations : undefined,
      tool_calls: calls.length > 0 ? calls : undefined,
    };
    const whole = this.#format.whole?.(message);
    const body = JSON.stringify({
      id: this.#identity.id,
      object: 'chat.completion',
      created: this.#identity.created,
      model: this.#identity.model,
      choices: [
        {
          index: 0,
          message: whole?.message ?? message,
          ...whole?.choice,
          finish_reason: this.#format.finishReason(this.#stop, calls.length > 0),
        },
      ],
      usage: this.#format.usage(usage),
      ...whole?.completion,
    });
    this.#exchange.sink.json(200, body, ['cache-control', 'no-store', ...completionHeaders(this.#exchange)]);
  }

  #extend(extension: ReplyExtension, event: EngineEvent): void {
    if (event.type === 'reasoning') return void extension.reason(event.text);
    this.#endReasoning(extension);
    extension.output(event);
    const annotation = event.type === 'citation' ? extension.annotate(event.citation) : undefined;
    if (annotation) this.#annotations.push(annotation);
  }

  #endReasoning(extension: ReplyExtension): void {
    const ended = extension.endReasoning();
    if (ended) this.#reasoning.push({ text: ended.text, signature: ended.signature });
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#text = '';
    this.#calls = undefined;
  }
}
