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
export const WIRE_VERSION = '2023-06-01';
/** The protocol's range begins at 0. */
const MAX_TEMPERATURE = 1;

/** A service of another vendor that has Anthropic's models: it names the model in the path, and the protocol's version in the body. */
export interface AnthropicHosting {
  readonly wireVersion: string;
  readonly pathOf: (model: string, isStream: boolean) => string;
}

export interface AnthropicEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what it signs is its own. */
  readonly name: string;
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
  /** Absent: a server with the protocol's own paths. */
  readonly hosting?: AnthropicHosting;
}

/** Any server that speaks Anthropic's Messages API. */
class AnthropicEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #hosting: AnthropicHosting | undefined;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #name: string;
  readonly #promptCaching: PromptCaching;
  readonly #formats = new LearnedFormats(() => DEFAULT_REQUEST_FORMAT);

  constructor(options: AnthropicEngineOptions) {
    const { apiKey, clock, name, promptCaching, hosting } = options;
    this.#name = name;
    this.#promptCaching = promptCaching;
    const key = apiKey ? { 'x-api-key': apiKey.reveal() } : {};
    const version = hosting ? {} : { 'anthropic-version': WIRE_VERSION };
    this.#upstream = new HttpUpstream(options, { ...version, ...key });
    this.#hosting = hosting;
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
    const body = toRequestBody(named, {
      model,
      origin,
      promptCaching: this.#promptCaching,
      format,
      envelope: this.#hosting && { anthropic_version: this.#hosting.wireVersion, stream: request.stream },
    });
    const sent = new SentRequestFormat(learned, fitted.request);
    const { request: fittedRequest } = fitted;
    const path = this.#hosting?.pathOf(model, request.stream) ?? '/messages';
    return this.#upstream.start(
      { path: this.#upstream.pathOf(path), body, reader, format: sent, callerNames },
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
