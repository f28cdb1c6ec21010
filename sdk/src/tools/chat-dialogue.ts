import type { RequestOptions } from '../core/call.ts';
import type { ChatCompletion, ExtendedChatRequest, MessageTool, BuiltinTool } from '../generated/types.ts';
import type { CallResult, RequestedCall } from './run-calls.ts';
import { sortTools, type DeclaredTool, type SortedTools } from './runnable-tools.ts';
import type { TextOutput, Tool } from './tool.ts';
import type { Dialogue } from './tool-run.ts';

/** A request for chat whose tools may bring their code along. */
export type ChatToolRequest = Omit<ExtendedChatRequest, 'tools'> & {
  readonly tools: readonly DeclaredTool<TextOutput>[];
};

/** One message of a conversation, with what only the additions to chat have. */
export type ExtendedChatMessage = NonNullable<ExtendedChatRequest['messages']>[number];
type Create<Turn> = (request: ExtendedChatRequest, options: RequestOptions) => Promise<Turn>;

export class ChatDialogue<Turn> implements Dialogue<Turn, ChatCompletion, ExtendedChatMessage, TextOutput> {
  readonly #create: Create<Turn>;
  readonly #tools: SortedTools<TextOutput>;
  #request: ExtendedChatRequest & { messages: ExtendedChatMessage[] };

  constructor({ tools, ...request }: ChatToolRequest, create: Create<Turn>) {
    this.#create = create;
    this.#tools = sortTools(tools);
    const declared: (MessageTool | BuiltinTool)[] = this.#tools.declared;
    this.#request = { ...request, messages: request.messages ?? [], tools: declared };
  }

  get tools(): ReadonlyMap<string, Tool<TextOutput>> {
    return this.#tools.runnable;
  }

  get messages(): readonly ExtendedChatMessage[] {
    return this.#request.messages;
  }

  ask(options: RequestOptions): Promise<Turn> {
    return this.#create(this.#request, options);
  }

  callsOf({ choices: [choice] }: ChatCompletion): readonly RequestedCall[] {
    const calls = choice?.message.tool_calls ?? [];
    const isUnhandled = calls.some(({ function: { name } }) => this.#tools.unhandled.has(name));
    if (choice?.finish_reason !== 'tool_calls' || isUnhandled) return [];
    return calls.map(({ id, function: { name, arguments: text } }) => ({
      id,
      name,
      readInput: () => JSON.parse(text) as unknown,
    }));
  }

  add({ choices: [choice] }: ChatCompletion, results: readonly CallResult<TextOutput>[]): void {
    const { tool_choice: wanted, messages, ...request } = this.#request;
    // A choice that forces a call would force one for ever.
    const isForced = results.length > 0 && wanted !== 'auto' && wanted !== 'none';
    this.#request = {
      ...request,
      ...(isForced ? {} : { tool_choice: wanted }),
      messages: [...messages, ...(choice ? [choice.message] : []), ...results.map(toMessage)],
    };
  }
}

function toMessage({ id, output }: CallResult<TextOutput>): ExtendedChatMessage {
  return { role: 'tool', tool_call_id: id, content: typeof output === 'string' ? output : [...output] };
}
