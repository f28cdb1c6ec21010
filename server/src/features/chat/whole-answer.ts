import type { EngineEvent, EngineFault, StopReason, TokenUsage } from '#engine';
import { sendJson, type AnswerFace, type ErrorRendering, type Exchange } from '#exchange';
import { answerHeaders } from './answer-headers.ts';
import { toChatUsage } from './chat-usage.ts';
import { toFinishReason } from './finish-reason.ts';
import type { AnswerIdentity } from './answer-identity.ts';

interface WholeToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; arguments: string };
}

/** A chat answer as one JSON object (inference contract §2.4). */
export class WholeAnswer implements AnswerFace {
  readonly #exchange: Exchange;
  readonly #identity: AnswerIdentity;
  readonly #errors: ErrorRendering;
  /** By the engine's number of the call. Most answers have none. */
  #calls: Map<number, WholeToolCall> | undefined;
  #text = '';
  #stop: StopReason = 'end_turn';

  constructor(exchange: Exchange, identity: AnswerIdentity, errors: ErrorRendering) {
    this.#exchange = exchange;
    this.#identity = identity;
    this.#errors = errors;
  }

  event(event: EngineEvent): void {
    switch (event.type) {
      case 'text':
        this.#text += event.text;
        break;
      case 'tool_call_start':
        this.#calls ??= new Map();
        this.#calls.set(event.call, { id: event.id, type: 'function', function: { name: event.name, arguments: '' } });
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
    const calls = this.#calls ? [...this.#calls.values()] : [];
    const body = JSON.stringify({
      id: this.#identity.id,
      object: 'chat.completion',
      created: this.#identity.created,
      model: this.#identity.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: this.#text === '' && calls.length > 0 ? null : this.#text,
            tool_calls: calls.length > 0 ? calls : undefined,
          },
          finish_reason: toFinishReason(this.#stop, calls.length > 0),
        },
      ],
      usage: toChatUsage(usage),
    });
    sendJson(this.#exchange, 200, body, ['cache-control', 'no-store', ...answerHeaders(this.#exchange)]);
  }

  fail(cause: EngineFault | Error): void {
    this.#errors.send(this.#exchange, cause);
  }

  cancel(): void {
    this.#text = '';
    this.#calls = undefined;
  }
}
