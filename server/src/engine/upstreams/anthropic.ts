import { newId } from '#kit';
import type { Engine, EngineRun, EngineSink } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { MessageReply } from './anthropic/message-reply.ts';
import { toRequestBody } from './anthropic/request-body.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import type { ReplyOutput } from './http/reply-output.ts';

/** The protocol version that all servers know. The engine's configured headers may override it. */
const WIRE_VERSION = '2023-06-01';

/** Any server that speaks Anthropic's Messages API. */
class AnthropicEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #path: string;
  readonly #newCallId: () => string;

  constructor(options: HttpEngineOptions) {
    const { apiKey, clock } = options;
    const key = apiKey ? { 'x-api-key': apiKey.reveal() } : {};
    this.#upstream = new HttpUpstream(options, { 'anthropic-version': WIRE_VERSION, ...key });
    this.#path = this.#upstream.pathOf('/messages');
    this.#newCallId = () => newId('call_', clock.nowMs());
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const { stopSequences = [] } = request;
    const reader = (output: ReplyOutput): MessageReply =>
      new MessageReply(output, this.#newCallId, stopSequences);
    return this.#upstream.start(
      { path: this.#path, body: toRequestBody(request, model), reader },
      request,
      sink,
    );
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createAnthropicEngine(options: HttpEngineOptions): Engine {
  return new AnthropicEngine(options);
}
