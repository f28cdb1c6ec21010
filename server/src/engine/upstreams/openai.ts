import type { DialectName, OpenAiApi } from '#config';
import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine, FormatSupport } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import {
  HttpEngine,
  type NamedEngineOptions,
  type WireFormat,
  type WireTarget,
  type WrittenCall,
} from './http/http-engine.ts';
import type { RequestFormatSettings } from './http/request-format.ts';
import { OPENAI_NAMES, UNKNOWN_SERVERS_NAMES } from './http/sent-names.ts';
import { APIS, usualApi } from './openai/apis.ts';
import { embedInBatches } from './openai/embed-in-batches.ts';

export type OpenAiOperation = 'chat/completions' | 'responses' | 'embeddings';

function usualPath(operation: OpenAiOperation): string {
  return `/${operation}`;
}

export interface OpenAiEngineOptions extends NamedEngineOptions {
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
class OpenAiEngine extends HttpEngine {
  readonly #options: OpenAiEngineOptions;
  readonly #pathOf: (operation: OpenAiOperation, model: string) => string;
  readonly #formats: ReadonlySet<ResponseFormat['type']>;
  readonly #wireFormats: Readonly<Record<OpenAiApi, Map<DialectName | undefined, WireFormat>>> = {
    chat: new Map(),
    responses: new Map(),
  };

  constructor(options: OpenAiEngineOptions) {
    const { apiKey, pathOf = usualPath, responseFormats } = options;
    super(options, apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {});
    this.#options = options;
    this.#pathOf = pathOf;
    this.#formats = new Set(responseFormats);
  }

  protected formatOf(request: GenerateRequest): WireFormat {
    const api = this.#apiOf(request);
    const dialect = this.#dialectOf(request);
    const ofApi = this.#wireFormats[api];
    let wire = ofApi.get(dialect);
    if (!wire) {
      const { origin, format } = APIS[api];
      const names = dialect === undefined ? UNKNOWN_SERVERS_NAMES : OPENAI_NAMES;
      ofApi.set(dialect, (wire = { origin, names, format: format(dialect, this.#options.format) }));
    }
    return wire;
  }

  protected write(request: GenerateRequest, { signed, newCallId, ...target }: WireTarget): WrittenCall {
    const { operation, body, reader } = APIS[this.#apiOf(request)];
    return {
      path: this.#pathOf(operation, target.model),
      body: body(request, { ...target, formats: this.#formats }),
      reader: (output) => reader(output, newCallId, signed),
    };
  }

  #apiOf(request: GenerateRequest): OpenAiApi {
    return request.api ?? this.#options.api ?? usualApi(this.#dialectOf(request));
  }

  /** Undefined: it is found out by use. */
  #dialectOf({ dialect }: GenerateRequest): DialectName | undefined {
    return dialect ?? this.#options.dialect;
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
    const path = this.upstream.pathOf(this.#pathOf('embeddings', model));
    const target = { upstream: this.upstream, path, tenant, traceparent };
    return embedInBatches(target, inputs, model, {
      perRequest: this.#options.embeddingsPerRequest,
      signal,
    });
  }
}

export function createOpenAiEngine(options: OpenAiEngineOptions): Engine {
  return new OpenAiEngine(options);
}
