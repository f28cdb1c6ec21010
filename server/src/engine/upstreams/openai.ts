import type { DialectName, OpenAiApi } from '#config';
import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine, EngineRun, EngineSink, FormatSupport } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import { newCallId } from './http/call-id.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import { fitRequest, refuse } from './http/fit-request.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import type { ReplyReader } from './http/reply-reader.ts';
import { LearnedFormats, type RequestFormatSettings } from './http/request-format.ts';
import { SentRequestFormat } from './http/sent-format.ts';
import { nameForEngine, OPENAI_NAMES, UNKNOWN_SERVERS_NAMES } from './http/sent-names.ts';
import { SignedParts } from './http/signed-parts.ts';
import { APIS, usualApi } from './openai/apis.ts';
import { embedInBatches } from './openai/embed-in-batches.ts';

export type OpenAiOperation = 'chat/completions' | 'responses' | 'embeddings';

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
  /** How replies are asked for, of every model whose route does not say otherwise. */
  readonly api?: OpenAiApi | undefined;
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
  readonly #dialect: DialectName | undefined;
  readonly #api: OpenAiApi | undefined;
  readonly #formatsOf: Readonly<Record<OpenAiApi, LearnedFormats<DialectName>>>;

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
    const { dialect: usual, api, format: settings } = options;
    this.#dialect = usual;
    this.#api = api;
    const formats = ({ format }: (typeof APIS)[OpenAiApi]): LearnedFormats<DialectName> =>
      new LearnedFormats((dialect = usual) => format(dialect, settings));
    this.#formatsOf = { chat: formats(APIS.chat), responses: formats(APIS.responses) };
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const api = this.#apiOf(request);
    const learned = this.#formatsOf[api].of(model, request.dialect);
    const format = learned.current;
    const fitted = fitRequest(request, format);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const { operation, origin: form, body: write, reader: read } = APIS[api];
    const origin = `${this.#name} ${model}${form}`;
    const signed = request.memory && new SignedParts(request.memory, origin);
    const reader = (output: ReplyOutput): ReplyReader => read(output, this.#newCallId, signed);
    const isKnown = (request.dialect ?? this.#dialect) !== undefined;
    const patterns = isKnown ? OPENAI_NAMES : UNKNOWN_SERVERS_NAMES;
    const { request: named, callerNames } = nameForEngine(fitted.request, patterns);
    const body = write(named, { model, origin, formats: this.#formats, format });
    const sent = new SentRequestFormat(learned, fitted.request);
    const path = this.#pathOf(operation, model);
    return this.#upstream.start({ path, body, reader, format: sent, callerNames }, fitted.request, sink);
  }

  #apiOf({ api, dialect }: GenerateRequest): OpenAiApi {
    return api ?? this.#api ?? usualApi(dialect ?? this.#dialect);
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

  reloaded(): void {
    for (const formats of Object.values(this.#formatsOf)) formats.forget();
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createOpenAiEngine(options: OpenAiEngineOptions): Engine {
  return new OpenAiEngine(options);
}
