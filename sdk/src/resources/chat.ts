import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionRequest,
  ChatTokenCount,
  ExtendedChatRequest,
} from '../generated/types.ts';
import { ChatGrammar } from '../streaming/chat-grammar.ts';
import { ReplyStream } from '../streaming/reply-stream.ts';

/** A conversation. What only `ExtendedChatRequest` has takes effect with the flag `chat-extensions-2026-12-01` in `betas`. */
export type ChatRequest = ChatCompletionRequest | ExtendedChatRequest;
export type ChatStream = ReplyStream<ChatCompletionChunk, ChatCompletion>;

class ChatCompletions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The reply as it is written. */
  create(request: ChatRequest & { stream: true }, options?: RequestOptions): Promise<ChatStream>;
  /** The whole reply, also when `stream` is left out: the service itself would stream then, so it is told not to. */
  create(request: ChatRequest & { stream?: false }, options?: RequestOptions): Promise<ChatCompletion>;
  async create(request: ChatRequest, options?: RequestOptions): Promise<ChatCompletion | ChatStream> {
    const body = { ...request, stream: request.stream === true };
    const call = { ...PATHS.createChatCompletion, body, repetition: 'charged' } as const;
    if (!body.stream) return this.#transport.json<ChatCompletion>(call, options);
    return new ReplyStream(await this.#transport.open(call, options), new ChatGrammar());
  }

  /** How many tokens the conversation would be as a prompt. Nobody pays, and no model is asked. */
  countTokens(body: ExtendedChatRequest, options?: RequestOptions): Promise<ChatTokenCount> {
    return this.#transport.json({ ...PATHS.countChatCompletionTokens, body, repetition: 'safe' }, options);
  }
}

export class Chat {
  readonly completions: ChatCompletions;

  constructor(transport: Transport) {
    this.completions = new ChatCompletions(transport);
  }
}
