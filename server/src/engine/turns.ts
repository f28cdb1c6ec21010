/**
 * The one internal form of a conversation. Both request shapes translate into it, every upstream adapter translates
 * out of it, and neither side knows the other.
 */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** `arguments` stays the JSON text the model wrote, byte for byte: it may be invalid JSON and must survive a round trip. */
export interface ToolCallBlock {
  readonly type: 'tool_call';
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly callId: string;
  readonly text: string;
}

export type Block = TextBlock | ToolCallBlock | ToolResultBlock;

/** `system` holds text, `user` text and tool results, `assistant` text and tool calls. Order is conversation order. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly blocks: readonly Block[];
}

export interface FunctionTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments, passed on untouched. */
  readonly parameters?: unknown;
}

/** `any` must call some tool; `{ name }` must call that one. */
export type ToolChoice = 'auto' | 'none' | 'any' | { readonly name: string };

/** One conversation to be answered. Sampling is absent on live chat, whose callers' values are stripped. */
export interface GenerateRequest {
  readonly turns: readonly Turn[];
  readonly tools: readonly FunctionTool[];
  readonly toolChoice: ToolChoice;
  /** Already clamped to the model's ceiling and the context window. */
  readonly maxOutputTokens: number;
  /** False lets an adapter ask its upstream for one whole answer instead of a stream; the events are the same. */
  readonly stream: boolean;
}
