import { badRequest, type AzureError } from './azure-errors.ts';

const FIELDS = new Set([
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'model',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'seed',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_p',
]);
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

interface Call {
  readonly id: string;
  readonly function: { readonly name: string };
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: string;
}

export interface ChatBody {
  readonly model?: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** What Azure refuses of a request for a chat completion. Undefined: nothing. */
export function refusalOf(body: ChatBody): AzureError | undefined {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return badRequest(`Unrecognized request argument supplied: ${unknown}`);
  const { messages, tools = [] } = body;
  const calls = messages.flatMap(({ tool_calls: made = [] }) => made);
  const names = [...tools, ...calls].map((tool) => tool.function.name);
  const bad = names.find((name) => !TOOL_NAME.test(name));
  if (bad !== undefined)
    return badRequest(
      "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      'tools[0].function.name',
    );
  if (new Set(tools.map(({ function: { name } }) => name)).size !== tools.length)
    return badRequest('Tool names must be unique.', 'tools');
  return unanswered(messages);
}

/** Each call has its result right behind it. */
function unanswered(messages: readonly ChatMessage[]): AzureError | undefined {
  for (const [index, { tool_calls: calls = [] }] of messages.entries()) {
    const results = messages.slice(index + 1, index + 1 + calls.length);
    const ids = new Set(results.map(({ tool_call_id: id }) => id));
    if (calls.some(({ id }) => !ids.has(id)))
      return badRequest(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        'messages',
      );
  }
  return undefined;
}
