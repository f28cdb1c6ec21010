import type { Readable } from 'node:stream';
import type { FunctionTool, GenerateRequest, ReasoningEffort, ToolChoice } from '../../turns.ts';
import { writeRequest } from '../http/request-writer.ts';
import { toMessages } from './wire-messages.ts';

function toWireTool({ name, description, parameters, strict }: FunctionTool): object {
  return { type: 'function', function: { name, description, parameters, strict } };
}

function toWireChoice(choice: ToolChoice): unknown {
  if (choice === 'any') return 'required';
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

/** Budgets up to these count as low and medium: the wire form knows degrees only. */
const LOW_TOKENS = 4096;
const MEDIUM_TOKENS = 16_384;

function toWireEffort(reasoning: ReasoningEffort): string {
  if ('effort' in reasoning) return reasoning.effort;
  if (reasoning.maxTokens <= LOW_TOKENS) return 'low';
  return reasoning.maxTokens <= MEDIUM_TOKENS ? 'medium' : 'high';
}

/** All of a request but its messages. What a caller did not ask for, or may not ask for on the endpoint, stays out. */
function toFields(request: GenerateRequest, model: string, messages: readonly object[]): object {
  const hasTools = request.tools.length > 0;
  const { sampling, reasoning } = request;
  return {
    model,
    messages,
    max_tokens: request.maxOutputTokens,
    // Without tools a choice is refused by several servers. What is undefined is left out.
    tools: hasTools ? request.tools.map(toWireTool) : undefined,
    tool_choice: hasTools ? toWireChoice(request.toolChoice) : undefined,
    parallel_tool_calls: hasTools ? request.parallelToolCalls : undefined,
    temperature: sampling?.temperature,
    top_p: sampling?.topP,
    top_k: sampling?.topK,
    reasoning_effort: reasoning && toWireEffort(reasoning),
    stream: request.stream,
    stream_options: request.stream ? { include_usage: true } : undefined,
  };
}

/**
 * The chat completion request for an OpenAI-compatible server: the engine sees what the contract promises and nothing
 * more (CHAT-18).
 */
export function toRequestBody(request: GenerateRequest, model: string): string | Readable {
  const messages = toMessages(request.turns);
  return writeRequest(request.turns, { messages, around: (some) => toFields(request, model, some) });
}
