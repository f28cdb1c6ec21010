import type { Engine } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { MessageReply } from './anthropic/message-reply.ts';
import { toRequestBody } from './anthropic/request-body.ts';
import type { PromptCaching } from './anthropic/place-markers.ts';
import {
  HttpEngine,
  type NamedEngineOptions,
  type WireFormat,
  type WireTarget,
  type WrittenCall,
} from './http/http-engine.ts';
import { DEFAULT_REQUEST_FORMAT } from './http/request-format.ts';

/** The protocol version that all servers know. The engine's configured headers may override it. */
export const WIRE_VERSION = '2023-06-01';
/** The protocol's range begins at 0. */
const MAX_TEMPERATURE = 1;
const WIRE_FORMAT: WireFormat = { format: DEFAULT_REQUEST_FORMAT };

/** A service of another vendor that has Anthropic's models: it names the model in the path, and the protocol's version in the body. */
export interface AnthropicHosting {
  readonly wireVersion: string;
  readonly pathOf: (model: string, isStream: boolean) => string;
}

export interface AnthropicEngineOptions extends NamedEngineOptions {
  /** Whose cache markers it is sent (D-ENG-36). */
  readonly promptCaching: PromptCaching;
  /** Absent: a server with the protocol's own paths. */
  readonly hosting?: AnthropicHosting;
}

/** Any server that speaks Anthropic's Messages API. */
class AnthropicEngine extends HttpEngine {
  protected override readonly maxTemperature = MAX_TEMPERATURE;
  readonly #options: Pick<AnthropicEngineOptions, 'hosting' | 'promptCaching'>;

  constructor(options: AnthropicEngineOptions) {
    const { apiKey, hosting } = options;
    const key = apiKey ? { 'x-api-key': apiKey.reveal() } : {};
    const version = hosting ? {} : { 'anthropic-version': WIRE_VERSION };
    super(options, { ...version, ...key });
    this.#options = options;
  }

  protected formatOf(): WireFormat {
    return WIRE_FORMAT;
  }

  protected write(request: GenerateRequest, { signed, newCallId, ...target }: WireTarget): WrittenCall {
    const { hosting, promptCaching } = this.#options;
    const { stream, stopSequences = [] } = request;
    const envelope = hosting && { anthropic_version: hosting.wireVersion, stream };
    return {
      path: hosting?.pathOf(target.model, stream) ?? '/messages',
      body: toRequestBody(request, { ...target, promptCaching, envelope }),
      reader: (output) => new MessageReply(output, newCallId, stopSequences, signed),
    };
  }
}

export function createAnthropicEngine(options: AnthropicEngineOptions): Engine {
  return new AnthropicEngine(options);
}
