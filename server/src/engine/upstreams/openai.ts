import type { DialectName } from '#config';
import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine, EngineRun, EngineSink, FormatSupport } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import { newCallId } from './http/call-id.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import { fitRequest, refuse } from './http/fit-request.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import { configuredFormat, LearnedFormats, type RequestFormatSettings } from './http/request-format.ts';
import { SentRequestFormat } from './http/sent-format.ts';
import { nameForEngine } from './http/sent-names.ts';
import { SignedParts } from './http/signed-parts.ts';
import { ChatReply } from './openai/chat-reply.ts';
import { DIALECTS } from './openai/dialects.ts';
import { embedInBatches } from './openai/embed-in-batches.ts';
import { toRequestBody } from './openai/request-body.ts';

export type OpenAiOperation = 'chat/completions' | 'embeddings';

function usualPath(operation: OpenAiOperation): string {
  return `/${operation}`;
}

export interface OpenAiEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what it signs is its own. */
  readonly name: string;
  /** Below the address, where that is not the operation's usual path. */
  readonly pathOf?: (operation: OpenAiOperation, model: string) => string;
  /** Most texts per embeddings request. */
  readonly embeddingsPerRequest: number;
  /** Reply forms that the server accepts as `response_format`. */
  readonly responseFormats: readonly ResponseFormat['type'][];
  /** Of every model whose route names no other. */
  readonly dialect?: DialectName | undefined;
  /** How the server wants requests, where the dialect does not say so. */
  readonly format?: RequestFormatSettings | undefined;
}

/** Any server that speaks OpenAI's chat completions (D-19, D-89) and embeddings. */
class OpenAiEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #pathOf: (operation: OpenAiOperation, model: string) => string;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #name: string;
  readonly #embeddingsPerRequest: number;
  readonly #formats: ReadonlySet<ResponseFormat['type']>;
  readonly #requestFormats: LearnedFormats<DialectName>;

  constructor(options: OpenAiEngineOptions) {
    const { apiKey, clock } = options;
    const upstream = new HttpUpstream(options, apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {});
    const { pathOf = usualPath } = options;
    this.#upstream = upstream;
    this.#pathOf = (operation, model) => upstream.pathOf(pathOf(operation, model));
    this.#newCallId = (isSigned) => newCallId(clock.nowMs(), isSigned);
    this.#name = options.name;
    this.#embeddingsPerRequest = options.embeddingsPerRequest;
    this.#formats = new Set(options.responseFormats);
    const { dialect: usual, format: requestFormat } = options;
    this.#requestFormats = new LearnedFormats((dialect = usual) =>
      configuredFormat(dialect && DIALECTS[dialect], requestFormat),
    );
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const learned = this.#requestFormats.of(model, request.dialect);
    const requestFormat = learned.current;
    const fitted = fitRequest(request, requestFormat);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const origin = `${this.#name} ${model}`;
    const signed = request.memory && new SignedParts(request.memory, origin);
    const reader = (output: ReplyOutput): ChatReply => new ChatReply(output, this.#newCallId, signed);
    const { request: named, callerNames } = nameForEngine(fitted.request);
    const body = toRequestBody(named, {
      model,
      origin,
      formats: this.#formats,
      format: requestFormat,
    });
    const sent = new SentRequestFormat(learned, fitted.request);
    const path = this.#pathOf('chat/completions', model);
    return this.#upstream.start({ path, body, reader, format: sent, callerNames }, fitted.request, sink);
  }

  /** With `json_object`, servers refuse a prompt that does not mention JSON, or write only whitespace. */
  formatSupport(format: ResponseFormat): FormatSupport {
    const kept = this.#formats.has(format.type);
    return { instructed: kept && format.type === 'json_schema', kept };
  }

  embed(
    { inputs, tenant = '', traceparent }: EmbedRequest,
    model: string,
    signal: AbortSignal,
  ): Promise<RawEmbeddings> {
    const target = { upstream: this.#upstream, path: this.#pathOf('embeddings', model), tenant, traceparent };
    return embedInBatches(target, inputs, model, {
      perRequest: this.#embeddingsPerRequest,
      signal,
    });
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createOpenAiEngine(options: OpenAiEngineOptions): Engine {
  return new OpenAiEngine(options);
}
