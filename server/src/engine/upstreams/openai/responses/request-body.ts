import { RawJson } from '#kit';
import type { FunctionTool, GenerateRequest, ResponseFormat, ToolChoice } from '../../../turns.ts';
import { withoutOmitted, type RequestFormat } from '../../http/request-format.ts';
import { repliesOf } from '../../http/replies-of.ts';
import { writeRequest, type ChunkedBody } from '../../http/request-writer.ts';
import { toWireEffort } from '../effort.ts';
import type { WireTarget } from '../request-body.ts';
import { toInputItems } from './input-items.ts';

/** The signed reasoning of a reply, which returns to the server with the results of its calls. */
const ENCRYPTED_REASONING = 'reasoning.encrypted_content';
const NO_PARAMETERS = { type: 'object', properties: {} };

/** Without `strict`, this protocol follows the schema strictly, and refuses one that it cannot follow. */
function toTool({ name, description, parameters, parametersText: text, strict }: FunctionTool): object {
  const schema = text === undefined ? (parameters ?? NO_PARAMETERS) : new RawJson(text);
  return { type: 'function', name, description, parameters: schema, strict: strict ?? false };
}

function toChoice(choice: ToolChoice): unknown {
  if (choice === 'any') return 'required';
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.name };
}

/** Undefined if the server does not support the form. */
function toFormat(format: ResponseFormat, formats: WireTarget['formats']): object | undefined {
  if (format.type === 'json_schema' && formats.has('json_schema')) {
    const { name, description, schema, schemaText: text, strict } = format;
    const sent = text === undefined ? schema : new RawJson(text);
    return { type: 'json_schema', name, description, schema: sent, strict: strict ?? false };
  }
  const isObject = format.type === 'json_object' || format.schema['type'] === 'object';
  return isObject && formats.has('json_object') ? { type: 'json_object' } : undefined;
}

function toReasoning(request: GenerateRequest, { omitted }: RequestFormat): object | undefined {
  if (!request.reasoning) return undefined;
  // Without it the server shows nothing of what it reasons.
  const summary = omitted.has('reasoning.summary') ? undefined : 'auto';
  return { effort: toWireEffort(request.reasoning), summary };
}

function toFields(
  request: GenerateRequest,
  { model, formats, format }: Omit<WireTarget, 'origin'> & { readonly format: RequestFormat },
  input: readonly object[],
): object {
  const hasTools = request.tools.length > 0;
  const { sampling, responseFormat } = request;
  const textFormat = responseFormat && toFormat(responseFormat, formats);
  const fields = {
    model,
    input,
    max_output_tokens: request.maxOutputTokens,
    // Undefined fields are omitted.
    tools: hasTools ? request.tools.map(toTool) : undefined,
    tool_choice: hasTools ? toChoice(request.toolChoice) : undefined,
    parallel_tool_calls: hasTools ? request.parallelToolCalls : undefined,
    temperature: sampling?.temperature,
    top_p: sampling?.topP,
    reasoning: toReasoning(request, format),
    text: textFormat && { format: textFormat },
    prompt_cache_key: request.cacheScope ?? request.conversationKey?.cacheKey,
    // Nothing is kept at the server: what it would look up is sent back to it (D-ENG-37).
    store: false,
    include: [ENCRYPTED_REASONING],
    stream: request.stream,
  };
  return withoutOmitted(fields, format);
}

/** A request of OpenAI's Responses (D-ENG-37). */
export function toResponsesBody(
  request: GenerateRequest,
  target: WireTarget & { readonly format: RequestFormat },
): string | ChunkedBody {
  const items = toInputItems(request.turns, repliesOf(request.memory, target.origin), target.format);
  return writeRequest(request.turns, {
    messages: items,
    around: (input) => toFields(request, target, input),
  });
}
