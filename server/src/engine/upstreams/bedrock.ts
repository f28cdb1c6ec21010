import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine, FormatSupport } from '../events.ts';
import { askForFormatInPrompt } from '../generation/ask-for-format.ts';
import type { GenerateRequest } from '../turns.ts';
import type { PromptCaching } from './anthropic/place-markers.ts';
import { toRequestBody } from './anthropic/request-body.ts';
import { chooseApi, type AnthropicApi } from './bedrock/choose-api.ts';
import { toConverseBody } from './bedrock/converse-body.ts';
import { ConverseReply } from './bedrock/converse-reply.ts';
import { embedTexts } from './bedrock/embed-texts.ts';
import { InvokeReply } from './bedrock/invoke-reply.ts';
import { traitsOf, type ModelTraits } from './bedrock/model-family.ts';
import { FORMAT_TOOL, toReplyFormat } from './bedrock/reply-format.ts';
import {
  HttpEngine,
  type NamedEngineOptions,
  type WireFormat,
  type WireTarget,
  type WrittenCall,
} from './http/http-engine.ts';
import { DEFAULT_REQUEST_FORMAT } from './http/request-format.ts';

/** The version of Anthropic's form in the body of InvokeModel. */
const INVOKE_VERSION = 'bedrock-2023-05-31';
/** Both APIs' range ends at 1. */
const MAX_TEMPERATURE = 1;
/** Neither API has other spellings to try. */
const WIRE_FORMAT: WireFormat = {
  format: { ...DEFAULT_REQUEST_FORMAT, maxTokensAs: ['max_tokens'], systemAs: ['system'] },
};

export interface BedrockEngineOptions extends NamedEngineOptions {
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
  /** How models of Anthropic are called (D-ENG-6). */
  readonly anthropicApi: AnthropicApi;
}

interface CallTarget extends WireTarget {
  readonly traits: ModelTraits;
}

/** Models on Amazon Bedrock: by Converse, those of Anthropic also by InvokeModel. */
class BedrockEngine extends HttpEngine {
  protected override readonly maxTemperature = MAX_TEMPERATURE;
  readonly #options: BedrockEngineOptions;

  constructor(options: BedrockEngineOptions) {
    const { apiKey } = options;
    const key = apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {};
    super(options, { accept: 'application/json', ...key });
    this.#options = options;
  }

  protected formatOf(): WireFormat {
    return WIRE_FORMAT;
  }

  protected write(request: GenerateRequest, wireTarget: WireTarget): WrittenCall {
    const target = { ...wireTarget, traits: traitsOf(wireTarget.model) };
    return chooseApi(request, target.traits, this.#options.anthropicApi) === 'invoke'
      ? this.#invoke(request, target)
      : this.#converse(request, target);
  }

  /** Whether a model is made to keep a form depends on the whole request: what is left to the prompt is added here. */
  formatSupport(): FormatSupport {
    return { instructed: true, kept: false };
  }

  embed(request: EmbedRequest, model: string, signal: AbortSignal): Promise<RawEmbeddings> {
    const path = this.upstream.pathOf(pathOf(model, 'invoke'));
    return embedTexts({ upstream: this.upstream, path }, request, model, signal);
  }

  #converse(request: GenerateRequest, { signed, newCallId, ...target }: CallTarget): WrittenCall {
    const form = toReplyFormat(request, target.traits);
    const { promptCaching } = this.#options;
    return {
      path: pathOf(target.model, request.stream ? 'converse-stream' : 'converse'),
      body: toConverseBody(form, { ...target, promptCaching }),
      reader: (output) =>
        new ConverseReply(output, {
          newCallId,
          signed,
          formatTool: form.tools && FORMAT_TOOL,
        }),
    };
  }

  #invoke(request: GenerateRequest, { signed, newCallId, ...target }: CallTarget): WrittenCall {
    const { promptCaching } = this.#options;
    const envelope = { anthropic_version: INVOKE_VERSION };
    const { stopSequences = [] } = request;
    return {
      path: pathOf(target.model, request.stream ? 'invoke-with-response-stream' : 'invoke'),
      body: toRequestBody(askForFormatInPrompt(request), { ...target, promptCaching, envelope }),
      reader: (output) => new InvokeReply(output, newCallId, stopSequences, signed),
    };
  }
}

/** An ARN has characters that part a path. */
function pathOf(model: string, operation: string): string {
  return `/model/${encodeURIComponent(model)}/${operation}`;
}

export function createBedrockEngine(options: BedrockEngineOptions): Engine {
  return new BedrockEngine(options);
}
