import type { Engine, EngineRun, EngineSink, FormatSupport, FormatUse } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import { ContentReply } from './gemini/content-reply.ts';
import { takesFormat } from './gemini/model-generation.ts';
import { toRequestBody } from './gemini/request-body.ts';
import { newCallId } from './http/call-id.ts';
import { fitRequest, refuse } from './http/fit-request.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import { DEFAULT_REQUEST_FORMAT, LearnedFormats, type RequestFormat } from './http/request-format.ts';
import { SentRequestFormat } from './http/sent-format.ts';
import { nameForEngine } from './http/sent-names.ts';
import { SignedParts } from './http/signed-parts.ts';

/** The highest that the protocol knows. */
const MAX_TEMPERATURE = 2;

/** The protocol has one spelling of each field, and none of some. */
const FORMAT: RequestFormat = {
  ...DEFAULT_REQUEST_FORMAT,
  maxTokensAs: ['max_tokens'],
  systemAs: ['system'],
  omitted: new Set(['stream_options', 'parallel_tool_calls', 'prompt_cache_key', 'reasoning_content']),
};

export interface ContentEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what it signs is its own. */
  readonly name: string;
  /** Of the model, below the address. The operation is appended. */
  readonly pathOf: (model: string) => string;
}

/** A server with `generateContent`. */
class ContentEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #pathOf: (model: string) => string;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #name: string;
  readonly #formats = new LearnedFormats(() => FORMAT);

  constructor(options: ContentEngineOptions) {
    const { apiKey, clock, name, pathOf } = options;
    this.#name = name;
    this.#pathOf = pathOf;
    // Never in the address, which logs have.
    this.#upstream = new HttpUpstream(options, apiKey ? { 'x-goog-api-key': apiKey.reveal() } : {});
    this.#newCallId = (isSigned) => newCallId(clock.nowMs(), isSigned);
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const learned = this.#formats.of(model);
    const format = learned.current;
    const fitted = fitRequest(request, format, MAX_TEMPERATURE);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const origin = `${this.#name} ${model}`;
    const signed = request.memory && new SignedParts(request.memory, origin);
    const reader = (output: ReplyOutput): ContentReply => new ContentReply(output, this.#newCallId, signed);
    const { request: named, callerNames } = nameForEngine(fitted.request);
    const body = toRequestBody(named, { model, origin, format });
    const sent = new SentRequestFormat(learned, fitted.request);
    const operation = request.stream ? ':streamGenerateContent?alt=sse' : ':generateContent';
    const path = this.#upstream.pathOf(this.#pathOf(model) + operation);
    return this.#upstream.start({ path, body, reader, format: sent, callerNames }, fitted.request, sink);
  }

  /** An object without a schema is not described to the model. */
  formatSupport({ type }: ResponseFormat, use: FormatUse): FormatSupport {
    const isSent = takesFormat(use);
    return { instructed: isSent && type === 'json_schema', kept: isSent };
  }

  reloaded(): void {
    this.#formats.forget();
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

export function createContentEngine(options: ContentEngineOptions): Engine {
  return new ContentEngine(options);
}

export interface GeminiEngineOptions extends HttpEngineOptions {
  readonly name: string;
  readonly apiVersion: string;
}

/** The Gemini API. Its lists name models as `models/…`. */
export function createGeminiEngine({ apiVersion, ...options }: GeminiEngineOptions): Engine {
  const pathOf = (model: string): string =>
    `/${apiVersion}/models/${encodeURIComponent(model.replace(/^models\//, ''))}`;
  return createContentEngine({ ...options, pathOf });
}
