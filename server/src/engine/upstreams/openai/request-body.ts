import { RawJson } from '#kit';
import type { FunctionTool, GenerateRequest, ResponseFormat, ToolChoice } from '../../turns.ts';
import { DEFAULT_REQUEST_FORMAT, withoutOmitted, type RequestFormat } from '../http/request-format.ts';
import { repliesOf } from '../http/replies-of.ts';
import { writeRequest, type ChunkedBody } from '../http/request-writer.ts';
import { toWireEffort } from './effort.ts';
import { toMessages } from './wire-messages.ts';

function toWireTool(
  { name, description, parameters, parametersText: text, strict }: FunctionTool,
  { omitted }: RequestFormat,
): object {
  const schema = text === undefined ? parameters : new RawJson(text);
  const parts = { name, description, parameters: schema, strict: omitted.has('strict') ? undefined : strict };
  return { type: 'function', function: parts };
}

function toWireChoice(choice: ToolChoice, { anyToolAs }: RequestFormat): unknown {
  if (choice === 'any') return anyToolAs;
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function toEffort(effort: string, { effortAs }: RequestFormat): object {
  return effortAs === 'object' ? { reasoning: { effort } } : { reasoning_effort: effort };
}

/**
 * Undefined if the server does not support the form. One that supports only objects is at least asked for an
 * object.
 */
function toWireFormat(format: ResponseFormat, formats: WireTarget['formats']): object | undefined {
  if (format.type === 'json_schema' && formats.has('json_schema')) {
    const { name, description, schema, schemaText: text, strict } = format;
    const sent = text === undefined ? schema : new RawJson(text);
    return { type: 'json_schema', json_schema: { name, description, schema: sent, strict } };
  }
  const isObject = format.type === 'json_object' || format.schema['type'] === 'object';
  return isObject && formats.has('json_object') ? { type: 'json_object' } : undefined;
}

/** Server-specific parts of the request. */
export interface WireTarget {
  /** The engine's own name for the model. */
  readonly model: string;
  /** Reply forms that the server supports. */
  readonly formats: ReadonlySet<ResponseFormat['type']>;
  readonly format?: RequestFormat;
  /** The engine and model that calls were signed by which may go to it signed. */
  readonly origin: string;
}

/**
 * Everything in a request except its messages. Omits what a caller did not request or may not request on the
 * endpoint.
 */
function toFields(
  request: GenerateRequest,
  { model, formats, format: requestFormat = DEFAULT_REQUEST_FORMAT }: Omit<WireTarget, 'origin'>,
  messages: readonly object[],
): object {
  const hasTools = request.tools.length > 0;
  const { sampling, reasoning, responseFormat } = request;
  const fields = {
    model,
    messages,
    [requestFormat.maxTokensAs[0] ?? 'max_tokens']: request.maxOutputTokens,
    // Several servers refuse a tool choice without tools. Undefined fields are omitted.
    tools: hasTools ? request.tools.map((tool) => toWireTool(tool, requestFormat)) : undefined,
    tool_choice: hasTools ? toWireChoice(request.toolChoice, requestFormat) : undefined,
    parallel_tool_calls: hasTools ? request.parallelToolCalls : undefined,
    temperature: sampling?.temperature,
    top_p: sampling?.topP,
    top_k: sampling?.topK,
    presence_penalty: sampling?.presencePenalty,
    frequency_penalty: sampling?.frequencyPenalty,
    [requestFormat.seedAs]: sampling?.seed,
    prompt_cache_key: request.cacheScope ?? request.conversationKey?.cacheKey,
    ...(reasoning && toEffort(toWireEffort(reasoning), requestFormat)),
    response_format: responseFormat && toWireFormat(responseFormat, formats),
    stream: request.stream,
    stream_options: request.stream ? { include_usage: true } : undefined,
  };
  return withoutOmitted(fields, requestFormat);
}

/** The chat completion request for an OpenAI-compatible server: only what the contract promises (CHAT-18). */
export function toRequestBody(request: GenerateRequest, target: WireTarget): string | ChunkedBody {
  const messages = toMessages(request.turns, repliesOf(request.memory, target.origin), target.format);
  return writeRequest(request.turns, { messages, around: (some) => toFields(request, target, some) });
}
