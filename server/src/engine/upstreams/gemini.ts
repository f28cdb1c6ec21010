import type { Engine, FormatSupport, FormatUse } from '../events.ts';
import type { GenerateRequest, ResponseFormat } from '../turns.ts';
import { ContentReply } from './gemini/content-reply.ts';
import { takesFormat } from './gemini/model-generation.ts';
import { toRequestBody } from './gemini/request-body.ts';
import {
  HttpEngine,
  type NamedEngineOptions,
  type WireFormat,
  type WireTarget,
  type WrittenCall,
} from './http/http-engine.ts';
import { DEFAULT_REQUEST_FORMAT } from './http/request-format.ts';

/** The highest that the protocol knows. */
const MAX_TEMPERATURE = 2;

/** The protocol has one spelling of each field, and none of some. */
const WIRE_FORMAT: WireFormat = {
  format: {
    ...DEFAULT_REQUEST_FORMAT,
    maxTokensAs: ['max_tokens'],
    systemAs: ['system'],
    omitted: new Set(['stream_options', 'parallel_tool_calls', 'prompt_cache_key', 'reasoning_content']),
  },
};

export interface ContentEngineOptions extends NamedEngineOptions {
  /** Of the model, below the address. The operation is appended. */
  readonly pathOf: (model: string) => string;
}

/** A server with `generateContent`. */
class ContentEngine extends HttpEngine {
  protected override readonly maxTemperature = MAX_TEMPERATURE;
  readonly #pathOf: (model: string) => string;

  constructor({ pathOf, ...options }: ContentEngineOptions) {
    const { apiKey } = options;
    // Never in the address, which logs have.
    super(options, apiKey ? { 'x-goog-api-key': apiKey.reveal() } : {});
    this.#pathOf = pathOf;
  }

  protected formatOf(): WireFormat {
    return WIRE_FORMAT;
  }

  protected write(request: GenerateRequest, { signed, newCallId, ...target }: WireTarget): WrittenCall {
    const operation = request.stream ? ':streamGenerateContent?alt=sse' : ':generateContent';
    return {
      path: this.#pathOf(target.model) + operation,
      body: toRequestBody(request, target),
      reader: (output) => new ContentReply(output, newCallId, signed),
    };
  }

  /** An object without a schema is not described to the model. */
  formatSupport({ type }: ResponseFormat, use: FormatUse): FormatSupport {
    const isSent = takesFormat(use);
    return { instructed: isSent && type === 'json_schema', kept: isSent };
  }
}

export function createContentEngine(options: ContentEngineOptions): Engine {
  return new ContentEngine(options);
}

export interface GeminiEngineOptions extends NamedEngineOptions {
  readonly apiVersion: string;
}

/** The Gemini API. Its lists name models as `models/…`. */
export function createGeminiEngine({ apiVersion, ...options }: GeminiEngineOptions): Engine {
  const pathOf = (model: string): string =>
    `/${apiVersion}/models/${encodeURIComponent(model.replace(/^models\//, ''))}`;
  return createContentEngine({ ...options, pathOf });
}
