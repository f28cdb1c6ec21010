import {
  chunk,
  DESTROY,
  rawReply,
  sse,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
} from '../../server/test-kit/index.ts';
import type { CalledTool, Place } from './client.ts';

export const STEPS = 3;
const REPLY_TEXT = 'The capital of Norway is Oslo.';
const OBJECT = '{"city":"Oslo"}';

interface ResponseFormat {
  readonly type: string;
  readonly json_schema?: { readonly schema: { readonly properties: object } };
}

/** What engines without a field for it put into the prompt. */
const DESCRIBED_SCHEMA = /follows the JSON Schema below[^]*?:\n(\{[^]*\})/;
const DESCRIBED_OBJECT = /answer with one JSON object/i;

type Message = { readonly role: string; readonly content?: unknown };

/** What each tool call of a request came back with, in order. */
export function toolResults({ body }: Pick<RecordedRequest, 'body'>): string[] {
  const messages = (body['messages'] ?? []) as readonly Message[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
}

const named = ({ body }: RecordedRequest): string[] =>
  ((body['tools'] ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

/** The tool that a request insists on. */
function insistedOn(request: RecordedRequest): string | undefined {
  const choice = request.body['tool_choice'] as { function?: { name: string } } | string | undefined;
  return typeof choice === 'object'
    ? choice.function?.name
    : choice === 'required'
      ? named(request)[0]
      : undefined;
}

function formatOf({ body }: RecordedRequest): ResponseFormat | undefined {
  const format = body['response_format'] as ResponseFormat | undefined;
  if (format) return format.type === 'text' ? undefined : format;
  const messages = (body['messages'] ?? []) as readonly Message[];
  // Vendors take instructions in blocks, each of which is a message here.
  const instructions = messages.filter(({ role }) => role === 'system');
  const text = instructions.map(({ content }) => String(content)).join('\n');
  const schema = DESCRIBED_SCHEMA.exec(text)?.[1];
  if (schema === undefined) return DESCRIBED_OBJECT.test(text) ? { type: 'json_object' } : undefined;
  return { type: 'json_schema', json_schema: { schema: JSON.parse(schema) as { properties: object } } };
}

/** A model that says one sentence, or an object where one is asked for. */
export function reply(request: RecordedRequest): Reply {
  const name = insistedOn(request);
  if (name !== undefined) return toolCalls([{ name, arguments: OBJECT }]);
  const format = formatOf(request);
  if (format === undefined) return textReply(REPLY_TEXT);
  const fields = Object.keys(format.json_schema?.schema.properties ?? { city: '' });
  return textReply(JSON.stringify(Object.fromEntries(fields.map((field) => [field, 'Oslo']))));
}

/** A model that calls the tool three times and then answers. What is asked without the tool is answered at once: titles, say. */
export function callTools(tool: CalledTool, place: Place): (request: RecordedRequest) => Reply {
  return (request) => {
    const step = toolResults(request).length;
    const call = tool.call(step, place);
    if (step === STEPS || !named(request).includes(call.name)) return reply(request);
    return toolCalls([{ ...call, id: `call_up_${step}` }]);
  };
}

/** A model whose first stream is cut behind its first words. */
export function cutOnce(): (request: RecordedRequest) => Reply {
  let isCut = false;
  return (request) => {
    if (isCut || request.body['stream'] !== true) return reply(request);
    isCut = true;
    return rawReply([sse(chunk({ role: 'assistant', content: 'The capital' })), DESTROY]);
  };
}
