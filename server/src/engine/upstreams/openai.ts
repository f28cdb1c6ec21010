import { Pool } from 'undici';
import { newId, type Clock, type Secret } from '#kit';
import type { EmbedRequest, RawEmbeddings } from '../embedding.ts';
import type { Engine, EngineRun, EngineSink, FormatSupport } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import { embedInBatches } from './openai/embed-in-batches.ts';
import type { EmbeddingsTarget } from './openai/embeddings-call.ts';
import { OpenAiCall, type CallOwner } from './openai/openai-call.ts';
import { toRequestBody } from './openai/request-body.ts';

export interface OpenAiEngineOptions {
  /** Absolute, without a trailing slash; `/chat/completions` or `/embeddings` is appended. */
  readonly baseUrl: string;
  /** Sent as bearer, unless `headers` holds an `authorization` of its own. */
  readonly apiKey?: Secret;
  /** Extra request headers, names in lower case. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Most connections at once; each carries one call at a time. */
  readonly maxConnections: number;
  /** Most texts in one request for embeddings. */
  readonly embeddingsPerRequest: number;
  /** Forms of a reply that the server takes as `response_format`. */
  readonly responseFormats: readonly ResponseFormat['type'][];
  readonly clock: Clock;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** How long a response may go on after its last word before its connection is dropped. */
const SPARE_CONNECTIONS = 16;
const LINGER_MS = 1000;

/**
 * Any server that speaks OpenAI's chat completions (D-19, D-89) and embeddings. Chat calls go through undici's raw dispatch with a handler
 * per call: no streams and no promises between the socket and the sink. Redirects are not followed.
 */
class OpenAiEngine implements Engine, CallOwner {
  readonly nowMs: () => number;
  readonly newCallId: () => string;
  readonly lingering: CallOwner['lingering'];
  readonly #pool: Pool;
  readonly #path: string;
  readonly #headers: string[];
  readonly #embeddings: EmbeddingsTarget;
  readonly #embeddingsPerRequest: number;
  readonly #formats: ReadonlySet<ResponseFormat['type']>;
  /** Calls whose response goes on, since this round of the timer and since the one before. */
  #lingerers = new Set<OpenAiCall>();
  #overdue = new Set<OpenAiCall>();
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor({ baseUrl, apiKey, headers, maxConnections, embeddingsPerRequest, responseFormats, clock }: OpenAiEngineOptions) {
    const url = new URL(baseUrl);
    const base = url.pathname.replace(/\/+$/, '');
    this.#path = `${base}/chat/completions`;
    this.#headers = ['content-type', 'application/json'];
    if (apiKey && !('authorization' in headers)) this.#headers.push('authorization', `Bearer ${apiKey.reveal()}`);
    for (const [name, value] of Object.entries(headers)) if (name !== 'content-type') this.#headers.push(name, value.reveal());
    this.#pool = new Pool(url.origin, {
      // Some to spare: a call that is over frees its slot at once, its connection a moment later.
      connections: maxConnections + SPARE_CONNECTIONS,
      pipelining: 1,
      // Time limits belong to the run, which knows what counts as output.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Aborting and pausing act on the socket of one call, which a shared HTTP/2 connection does not have.
      allowH2: false,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
    this.nowMs = () => clock.nowMs();
    this.#embeddings = { dispatcher: this.#pool, path: `${base}/embeddings`, headers: this.#headers, nowMs: this.nowMs };
    this.#embeddingsPerRequest = embeddingsPerRequest;
    this.#formats = new Set(responseFormats);
    this.newCallId = () => newId('call_', clock.nowMs());
    this.lingering = {
      add: (call) => this.#keep(call),
      delete: (call) => this.#lingerers.delete(call) || this.#overdue.delete(call),
    };
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const call = new OpenAiCall(this, request, sink);
    const body = toRequestBody(request, { model, formats: this.#formats });
    this.#pool.dispatch({ path: this.#path, method: 'POST', headers: this.#headers, body }, call);
    return call;
  }

  /** Servers refuse `json_object`, or write nothing but spaces, where the prompt does not speak of JSON. */
  formatSupport(format: ResponseFormat): FormatSupport {
    const kept = this.#formats.has(format.type);
    return { told: kept && format.type === 'json_schema', kept };
  }

  embed({ inputs }: EmbedRequest, model: string, signal: AbortSignal): Promise<RawEmbeddings> {
    return embedInBatches(this.#embeddings, inputs, model, { perRequest: this.#embeddingsPerRequest, signal });
  }

  async close(): Promise<void> {
    clearTimeout(this.#lingerTimer);
    await this.#pool.destroy();
  }

  #keep(call: OpenAiCall): void {
    this.#lingerers.add(call);
    this.#lingerTimer ??= setTimeout(() => this.#dropOverdue(), LINGER_MS).unref();
  }

  /** One timer for all calls: whoever is still there at the second round is dropped. */
  #dropOverdue(): void {
    const overdue = this.#overdue;
    this.#overdue = this.#lingerers;
    this.#lingerers = new Set();
    this.#lingerTimer = this.#overdue.size > 0 ? setTimeout(() => this.#dropOverdue(), LINGER_MS).unref() : undefined;
    for (const call of overdue) call.expire();
  }
}

export function createOpenAiEngine(options: OpenAiEngineOptions): Engine {
  return new OpenAiEngine(options);
}
