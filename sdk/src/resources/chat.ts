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
import { ChatDialogue, type ChatToolRequest, type ExtendedChatMessage } from '../tools/chat-dialogue.ts';
import { ToolRun, type ToolRunOptions } from '../tools/tool-run.ts';

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
  create(request: ChatRequest, options?: RequestOptions): Promise<ChatCompletion | ChatStream> {
    return this.#reply(request, options);
  }

  /** Asks, runs the tools the model calls, made by `tool`, and asks again with their results, until it calls none. Each reply is a stream. */
  runTools(
    request: ChatToolRequest & { stream: true },
    options?: ToolRunOptions,
  ): ToolRun<ChatStream, ChatCompletion, ExtendedChatMessage>;
  /** Each reply is whole. */
  runTools(
    request: ChatToolRequest & { stream?: false },
    options?: ToolRunOptions,
  ): ToolRun<ChatCompletion, ChatCompletion, ExtendedChatMessage>;
  runTools(
    request: ChatToolRequest,
    options?: ToolRunOptions,
  ): ToolRun<ChatCompletion | ChatStream, ChatCompletion, ExtendedChatMessage> {
    return new ToolRun(new ChatDialogue(request, (body, each) => this.#reply(body, each)), options);
  }

  /** How many tokens the conversation would be as a prompt. Nobody pays, and no model is asked. */
  countTokens(body: ExtendedChatRequest, options?: RequestOptions): Promise<ChatTokenCount> {
    return this.#transport.json({ ...PATHS.countChatCompletionTokens, body, repetition: 'safe' }, options);
  }

  async #reply(request: ChatRequest, options?: RequestOptions): Promise<ChatCompletion | ChatStream> {
    const body = { ...request, stream: request.stream === true };
    const call = { ...PATHS.createChatCompletion, body, repetition: 'charged' } as const;
    if (!body.stream) return this.#transport.json<ChatCompletion>(call, options);
    return new ReplyStream(await this.#transport.open(call, options), new ChatGrammar());
  }
}

export class Chat {
  readonly completions: ChatCompletions;

  constructor(transport: Transport) {
    this.completions = new ChatCompletions(transport);
  }
}
