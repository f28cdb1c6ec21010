import type { RequestOptions } from '../core/call.ts';
import type {
  Message,
  MessagesRequest,
  MessageTurn,
  ToolCallBlock,
  ToolResultBlock,
} from '../generated/types.ts';
import type { CallResult, RequestedCall } from './run-calls.ts';
import { sortTools, type DeclaredTool, type SortedTools } from './runnable-tools.ts';
import type { Tool, ToolOutput } from './tool.ts';
import type { Dialogue } from './tool-run.ts';

/** A request for messages whose tools may bring their code along. */
export type MessagesToolRequest = Omit<MessagesRequest, 'tools'> & {
  readonly tools: readonly DeclaredTool<ToolOutput>[];
};

type Create<Turn> = (request: MessagesRequest, options: RequestOptions) => Promise<Turn>;

export class MessageDialogue<Turn> implements Dialogue<Turn, Message, MessageTurn> {
  readonly #create: Create<Turn>;
  readonly #tools: SortedTools<ToolOutput>;
  #request: MessagesRequest & { messages: MessageTurn[] };

  constructor({ tools, ...request }: MessagesToolRequest, create: Create<Turn>) {
    this.#create = create;
    this.#tools = sortTools(tools);
    this.#request = { ...request, messages: request.messages ?? [], tools: this.#tools.declared };
  }

  get tools(): ReadonlyMap<string, Tool> {
    return this.#tools.runnable;
  }

  get messages(): readonly MessageTurn[] {
    return this.#request.messages;
  }

  ask(options: RequestOptions): Promise<Turn> {
    return this.#create(this.#request, options);
  }

  callsOf({ stop_reason: reason, content }: Message): readonly RequestedCall[] {
    const calls = content.filter((block): block is ToolCallBlock => block.type === 'tool_call');
    if (reason !== 'tool_call' || calls.some(({ name }) => this.#tools.unhandled.has(name))) return [];
    return calls.map(({ id, name, input }) => ({ id, name, readInput: () => input }));
  }

  add({ content }: Message, results: readonly CallResult<ToolOutput>[]): void {
    const { tool_choice: choice, messages, ...request } = this.#request;
    // A choice that forces a call would force one for ever.
    const isForced = results.length > 0 && (choice?.type === 'any' || choice?.type === 'tool');
    const turns: MessageTurn[] = [];
    if (content.length > 0) turns.push({ role: 'assistant', content });
    if (results.length > 0) turns.push({ role: 'user', content: results.map(toBlock) });
    this.#request = {
      ...request,
      ...(isForced ? {} : { tool_choice: choice }),
      messages: [...messages, ...turns],
    };
  }
}

function toBlock({ id, output, failed }: CallResult<ToolOutput>): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_call_id: id,
    content: typeof output === 'string' ? output : [...output],
    ...(failed ? { is_error: true } : {}),
  };
}
