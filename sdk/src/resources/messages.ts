import type { RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type { Message, MessageEvent, MessagesRequest } from '../generated/types.ts';
import { MessageGrammar } from '../streaming/message-grammar.ts';
import { ReplyStream } from '../streaming/reply-stream.ts';

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
  async create(body: MessagesRequest, options?: RequestOptions): Promise<Message | MessageStream> {
    const call = { ...PATHS.createMessage, body, repetition: 'charged' } as const;
    if (body.stream !== true) return this.#transport.json<Message>(call, options);
    return new ReplyStream(await this.#transport.open(call, options), new MessageGrammar());
  }
}
