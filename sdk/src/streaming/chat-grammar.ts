import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatUsage,
  FinishReason,
  ToolCall,
  ToolCallPiece,
} from '../generated/types.ts';
import type { Grammar } from './reply-stream.ts';

type Message = ChatCompletion['choices'][number]['message'];
type Delta = ChatCompletionChunk['choices'][number]['delta'];
const NOTHING_COUNTED: ChatUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Takes a piece of a call in; the first of each index names it. */
function addCall(calls: ToolCall[], { index, id, function: chunk }: ToolCallPiece): void {
  const call = (calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } });
  call.id = id ?? call.id;
  call.function.name = chunk?.name ?? call.function.name;
  call.function.arguments += chunk?.arguments ?? '';
}

/** Joins the chunks of a streamed chat completion to what it would have been whole. */
export class ChatGrammar implements Grammar<ChatCompletionChunk, ChatCompletion> {
  readonly end = '[DONE]';
  readonly #message: Message = { role: 'assistant', content: null };
  #head = { id: '', created: 0, model: '' };
  #finishReason: FinishReason = 'stop';
  #usage = NOTHING_COUNTED;

  isLast(): boolean {
    return false;
  }

  add({ id, created, model, choices, usage }: ChatCompletionChunk): void {
    this.#head = { id, created, model };
    this.#usage = usage ?? this.#usage;
    for (const { delta, finish_reason: reason } of choices) {
      this.#finishReason = reason ?? this.#finishReason;
      this.#addDelta(delta);
    }
  }

  textOf({ choices }: ChatCompletionChunk): string {
    return choices[0]?.delta.content ?? '';
  }

  reply(): ChatCompletion {
    // Every stream begins with an empty piece; a whole reply that is nothing but calls has no content.
    const content = this.#message.tool_calls ? this.#message.content || null : this.#message.content;
    const choice = {
      index: 0 as const,
      message: { ...this.#message, content },
      finish_reason: this.#finishReason,
    };
    return { ...this.#head, object: 'chat.completion', choices: [choice], usage: this.#usage };
  }

  #addDelta({ content, tool_calls: calls = [], annotations = [], reasoning = [] }: Delta): void {
    const message = this.#message;
    if (typeof content === 'string') message.content = (message.content ?? '') + content;
    for (const call of calls) addCall((message.tool_calls ??= []), call);
    if (annotations.length > 0) (message.annotations ??= []).push(...annotations);
    for (const { index, text, signature = '' } of reasoning) {
      const block = ((message.reasoning ??= [])[index] ??= { text: '', signature: '' });
      block.text += text;
      block.signature += signature;
    }
  }
}
