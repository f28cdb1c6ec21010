import type { FunctionTool, GenerateRequest, ToolChoice, Turn } from '../../turns.ts';

interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

function pushAssistant(turn: Turn, messages: WireMessage[]): void {
  let text = '';
  const calls: object[] = [];
  for (const block of turn.blocks) {
    if (block.type === 'text') text += block.text;
    else if (block.type === 'tool_call') {
      calls.push({ id: block.id, type: 'function', function: { name: block.name, arguments: block.arguments } });
    }
  }
  if (calls.length === 0) messages.push({ role: 'assistant', content: text });
  else messages.push({ role: 'assistant', content: text === '' ? null : text, tool_calls: calls });
}

/** Text that stands together becomes one message; each tool result is a message of its own, in its place. */
function pushTextAndResults(turn: Turn, role: 'system' | 'user', messages: WireMessage[]): void {
  let text: string | undefined;
  for (const block of turn.blocks) {
    if (block.type === 'text') text = (text ?? '') + block.text;
    else if (block.type === 'tool_result') {
      if (text !== undefined) messages.push({ role, content: text });
      text = undefined;
      messages.push({ role: 'tool', tool_call_id: block.callId, content: block.text });
    }
  }
  if (text !== undefined) messages.push({ role, content: text });
}

function toMessages(turns: readonly Turn[]): WireMessage[] {
  const messages: WireMessage[] = [];
  for (const turn of turns) {
    if (turn.role === 'assistant') pushAssistant(turn, messages);
    else pushTextAndResults(turn, turn.role, messages);
  }
  return messages;
}

function toWireTool({ name, description, parameters }: FunctionTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

function toWireChoice(choice: ToolChoice): unknown {
  if (choice === 'any') return 'required';
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

/**
 * The chat completion request for an OpenAI-compatible server. Sampling fields and everything else a caller may have
 * sent stay out: the engine sees what the contract promises and nothing more (CHAT-18).
 */
export function toRequestBody(request: GenerateRequest, model: string): string {
  const hasTools = request.tools.length > 0;
  return JSON.stringify({
    model,
    messages: toMessages(request.turns),
    max_tokens: request.maxOutputTokens,
    // Without tools a choice is refused by several servers. What is undefined is left out.
    tools: hasTools ? request.tools.map(toWireTool) : undefined,
    tool_choice: hasTools ? toWireChoice(request.toolChoice) : undefined,
    stream: request.stream,
    stream_options: request.stream ? { include_usage: true } : undefined,
  });
}
