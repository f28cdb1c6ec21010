import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Block, FunctionTool, GenerateRequest, ReasoningEffort, ToolChoice } from '../../turns.ts';
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

/** Up to here a request is written in one go: a few milliseconds. */
const LARGE_CHARACTERS = 2_097_152;

function charactersOf(block: Block): number {
  switch (block.type) {
    case 'image':
      return block.data.length;
    case 'tool_call':
      return block.arguments.length;
    case 'tool_result':
      return block.text.length + (block.images ?? []).reduce((sum, { data }) => sum + data.length, 0);
    default:
      return block.text.length;
  }
}

function isLarge({ turns }: GenerateRequest): boolean {
  let characters = 0;
  for (const { blocks } of turns) for (const block of blocks) characters += charactersOf(block);
  return characters > LARGE_CHARACTERS;
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
    presence_penalty: sampling?.presencePenalty,
    frequency_penalty: sampling?.frequencyPenalty,
    seed: sampling?.seed,
    reasoning_effort: reasoning && toWireEffort(reasoning),
    stream: request.stream,
    stream_options: request.stream ? { include_usage: true } : undefined,
  };
}

/** The same JSON message by message, with a turn for everybody else in between. */
async function* inPieces(request: GenerateRequest, model: string): AsyncGenerator<Buffer> {
  const whole = JSON.stringify(toFields(request, model, []));
  const place = whole.indexOf('"messages":[') + '"messages":['.length;
  let before = whole.slice(0, place);
  for (const message of toMessages(request.turns)) {
    yield Buffer.from(before + JSON.stringify(message));
    before = ',';
    await setImmediate();
  }
  yield Buffer.from(whole.slice(place));
}

/**
 * The chat completion request for an OpenAI-compatible server: the engine sees what the contract promises and nothing
 * more (CHAT-18). A large one comes in pieces, because writing 32 MB of JSON at once would stop every stream; it is then
 * sent without a length. Live chat's bodies are never that large.
 */
export function toRequestBody(request: GenerateRequest, model: string): string | Readable {
  return isLarge(request)
    ? Readable.from(inPieces(request, model), { objectMode: false })
    : JSON.stringify(toFields(request, model, toMessages(request.turns)));
}
