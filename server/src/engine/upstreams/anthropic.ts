import type { Engine, EngineRun, EngineSink } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { MessageReply } from './anthropic/message-reply.ts';
import { toRequestBody } from './anthropic/request-body.ts';
import type { PromptCaching } from './anthropic/place-markers.ts';
import { newCallId } from './http/call-id.ts';
import { fitRequest, refuse } from './http/fit-request.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import { LearnedFormats, DEFAULT_REQUEST_FORMAT } from './http/request-format.ts';
import { SentRequestFormat } from './http/sent-format.ts';
import { nameForEngine } from './http/sent-names.ts';
import { SignedParts } from './http/signed-parts.ts';

/** The protocol version that all servers know. The engine's configured headers may override it. */
const WIRE_VERSION = '2023-06-01';
/** The protocol's range begins at 0. */
const MAX_TEMPERATURE = 1;

export interface AnthropicEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what it signs is its own. */
  readonly name: string;
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
}

/** Any server that speaks Anthropic's Messages API. */
class AnthropicEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #path: string;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #name: string;
  readonly #promptCaching: PromptCaching;
  readonly #formats = new LearnedFormats(() => DEFAULT_REQUEST_FORMAT);

  constructor(options: AnthropicEngineOptions) {
    const { apiKey, clock, name, promptCaching } = options;
    this.#name = name;
    this.#promptCaching = promptCaching;
    const key = apiKey ? { 'x-api-key': apiKey.reveal() } : {};
    this.#upstream = new HttpUpstream(options, { 'anthropic-version': WIRE_VERSION, ...key });
    this.#path = this.#upstream.pathOf('/messages');
    this.#newCallId = (isSigned) => newCallId(clock.nowMs(), isSigned);
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const learned = this.#formats.of(model);
    const format = learned.current;
    const fitted = fitRequest(request, format, MAX_TEMPERATURE);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const { stopSequences = [], memory } = request;
    const origin = `${this.#name} ${model}`;
    const signed = memory && new SignedParts(memory, origin);
    const reader = (output: ReplyOutput): MessageReply =>
      new MessageReply(output, this.#newCallId, stopSequences, signed);
    const { request: named, callerNames } = nameForEngine(fitted.request);
    const body = toRequestBody(named, { model, origin, promptCaching: this.#promptCaching, format });
    const sent = new SentRequestFormat(learned, fitted.request);
    const { request: fittedRequest } = fitted;
    return this.#upstream.start(
      { path: this.#path, body, reader, format: sent, callerNames },
      fittedRequest,
      sink,
    );
  }

  reloaded(): void {
    this.#formats.forget();
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createAnthropicEngine(options: AnthropicEngineOptions): Engine {
  return new AnthropicEngine(options);
}
