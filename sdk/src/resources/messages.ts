import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type { Message, MessageEvent, MessagesRequest, MessageTurn } from '../generated/types.ts';
import { MessageGrammar } from '../streaming/message-grammar.ts';
import { ReplyStream } from '../streaming/reply-stream.ts';
import { MessageDialogue, type MessagesToolRequest } from '../tools/message-dialogue.ts';
import { ToolRun, type ToolRunOptions } from '../tools/tool-run.ts';

export type MessageStream = ReplyStream<MessageEvent, Message>;

export class Messages {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The reply as it is written. */
  create(request: MessagesRequest & { stream: true }, options?: RequestOptions): Promise<MessageStream>;
  /** The whole reply. */
  create(request: MessagesRequest & { stream?: false | null }, options?: RequestOptions): Promise<Message>;
  create(body: MessagesRequest, options?: RequestOptions): Promise<Message | MessageStream> {
    return this.#reply(body, options);
  }

  /** Asks, runs the tools the model calls, made by `tool`, and asks again with their results, until it calls none. Each reply is a stream. */
  runTools(
    request: MessagesToolRequest & { stream: true },
    options?: ToolRunOptions,
  ): ToolRun<MessageStream, Message, MessageTurn>;
  /** Each reply is whole. */
  runTools(
    request: MessagesToolRequest & { stream?: false | null },
    options?: ToolRunOptions,
  ): ToolRun<Message, Message, MessageTurn>;
  runTools(
    request: MessagesToolRequest,
    options?: ToolRunOptions,
  ): ToolRun<Message | MessageStream, Message, MessageTurn> {
    return new ToolRun(new MessageDialogue(request, (body, each) => this.#reply(body, each)), options);
  }

  async #reply(body: MessagesRequest, options?: RequestOptions): Promise<Message | MessageStream> {
    const call = { ...PATHS.createMessage, body, repetition: 'charged' } as const;
    if (body.stream !== true) return this.#transport.json<Message>(call, options);
    return new ReplyStream(await this.#transport.open(call, options), new MessageGrammar());
  }
}
