import { newId } from '#kit';
import type { Engine, EngineRun, EngineSink } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { MessageReply } from './anthropic/message-reply.ts';
import { toRequestBody } from './anthropic/request-body.ts';
import type { PromptCaching } from './anthropic/place-markers.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import type { ReplyOutput } from './http/reply-output.ts';

/** The protocol version that all servers know. The engine's configured headers may override it. */
const WIRE_VERSION = '2023-06-01';

export interface AnthropicEngineOptions extends HttpEngineOptions {
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
}

/** Any server that speaks Anthropic's Messages API. */
class AnthropicEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #path: string;
  readonly #newCallId: () => string;
  readonly #promptCaching: PromptCaching;

  constructor(options: AnthropicEngineOptions) {
    const { apiKey, clock, promptCaching } = options;
    this.#promptCaching = promptCaching;
    const key = apiKey ? { 'x-api-key': apiKey.reveal() } : {};
    this.#upstream = new HttpUpstream(options, { 'anthropic-version': WIRE_VERSION, ...key });
    this.#path = this.#upstream.pathOf('/messages');
    this.#newCallId = () => newId('call_', clock.nowMs());
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const { stopSequences = [] } = request;
    const reader = (output: ReplyOutput): MessageReply =>
      new MessageReply(output, this.#newCallId, stopSequences);
    const body = toRequestBody(request, { model, promptCaching: this.#promptCaching });
    return this.#upstream.start({ path: this.#path, body, reader }, request, sink);
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createAnthropicEngine(options: AnthropicEngineOptions): Engine {
  return new AnthropicEngine(options);
}
