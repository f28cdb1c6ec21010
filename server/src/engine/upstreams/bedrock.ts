import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import type { Engine, EngineRun, EngineSink, FormatSupport } from '../events.ts';
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
import { FORMAT_TOOL, toReplyForm } from './bedrock/reply-form.ts';
import { newCallId } from './http/call-id.ts';
import { fitRequest, refuse } from './http/fit-request.ts';
import { HttpUpstream, type HttpEngineOptions } from './http/http-upstream.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import type { ReplyReader } from './http/reply-reader.ts';
import { DEFAULT_REQUEST_FORMAT, LearnedFormats, type RequestFormat } from './http/request-format.ts';
import type { ChunkedBody } from './http/request-writer.ts';
import { SentRequestFormat } from './http/sent-format.ts';
import { nameForEngine } from './http/sent-names.ts';
import { SignedParts } from './http/signed-parts.ts';

/** The version of Anthropic's form in the body of InvokeModel. */
const INVOKE_VERSION = 'bedrock-2023-05-31';
/** Both APIs' range ends at 1. */
const MAX_TEMPERATURE = 1;
/** Neither API has other spellings to try. */
const REQUEST_FORMAT: RequestFormat = {
  ...DEFAULT_REQUEST_FORMAT,
  maxTokensAs: ['max_tokens'],
  systemAs: ['system'],
};

export interface BedrockEngineOptions extends HttpEngineOptions {
  /** Of the engine in the configuration: what its models sign is its own. */
  readonly name: string;
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
  /** How models of Anthropic are called (D-ENG-6). */
  readonly anthropicApi: AnthropicApi;
}

interface WrittenCall {
  readonly operation: string;
  readonly body: string | ChunkedBody;
  readonly reader: (output: ReplyOutput) => ReplyReader;
}

interface CallTarget {
  readonly model: string;
  readonly traits: ModelTraits;
  readonly format: RequestFormat;
  readonly origin: string;
  readonly signed: SignedParts | undefined;
}

/** Models on Amazon Bedrock: by Converse, those of Anthropic also by InvokeModel. */
class BedrockEngine implements Engine {
  readonly #upstream: HttpUpstream;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #options: BedrockEngineOptions;
  readonly #formats = new LearnedFormats(() => REQUEST_FORMAT);

  constructor(options: BedrockEngineOptions) {
    const { apiKey, clock } = options;
    const key = apiKey ? { authorization: `Bearer ${apiKey.reveal()}` } : {};
    this.#options = options;
    this.#upstream = new HttpUpstream(options, { accept: 'application/json', ...key });
    this.#newCallId = (isSigned) => newCallId(clock.nowMs(), isSigned);
  }

  start(request: GenerateRequest, model: string, sink: EngineSink): EngineRun {
    const learned = this.#formats.of(model);
    const format = learned.current;
    const fitted = fitRequest(request, format, MAX_TEMPERATURE);
    if (!fitted.request) return refuse(sink, fitted.refused);
    const { request: named, callerNames } = nameForEngine(fitted.request);
    const origin = `${this.#options.name} ${model}`;
    const signed = request.memory && new SignedParts(request.memory, origin);
    const target = { model, traits: traitsOf(model), format, origin, signed };
    const { operation, body, reader } =
      chooseApi(named, target.traits, this.#options.anthropicApi) === 'invoke'
        ? this.#invoke(named, target)
        : this.#converse(named, target);
    const sent = new SentRequestFormat(learned, fitted.request);
    const path = this.#pathOf(model, operation);
    return this.#upstream.start({ path, body, reader, format: sent, callerNames }, fitted.request, sink);
  }

  /** Whether a model is made to keep a form depends on the whole request: what is left to the prompt is added here. */
  formatSupport(): FormatSupport {
    return { instructed: true, kept: false };
  }

  embed(request: EmbedRequest, model: string, signal: AbortSignal): Promise<RawEmbeddings> {
    const path = this.#pathOf(model, 'invoke');
    return embedTexts({ upstream: this.#upstream, path }, request, model, signal);
  }

  reloaded(): void {
    this.#formats.forget();
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  /** An ARN has characters that part a path. */
  #pathOf(model: string, operation: string): string {
    return this.#upstream.pathOf(`/model/${encodeURIComponent(model)}/${operation}`);
  }

  #converse(request: GenerateRequest, { signed, ...target }: CallTarget): WrittenCall {
    const form = toReplyForm(request, target.traits);
    const { promptCaching } = this.#options;
    return {
      operation: request.stream ? 'converse-stream' : 'converse',
      body: toConverseBody(form, { ...target, promptCaching }),
      reader: (output) =>
        new ConverseReply(output, {
          newCallId: this.#newCallId,
          signed,
          formatTool: form.tools && FORMAT_TOOL,
        }),
    };
  }

  #invoke(request: GenerateRequest, { signed, ...target }: CallTarget): WrittenCall {
    const { promptCaching } = this.#options;
    const envelope = { anthropic_version: INVOKE_VERSION };
    const { stopSequences = [] } = request;
    return {
      operation: request.stream ? 'invoke-with-response-stream' : 'invoke',
      body: toRequestBody(askForFormatInPrompt(request), { ...target, promptCaching, envelope }),
      reader: (output) => new InvokeReply(output, this.#newCallId, stopSequences, signed),
    };
  }
}

export function createBedrockEngine(options: BedrockEngineOptions): Engine {
  return new BedrockEngine(options);
}
