import { isObject, type ConversationLimits, type Fields } from '#features/conversation';
import { rawSource, stringifyRaw } from '#kit';
import { given } from '../../base/is-empty.ts';
import { parseMetadata } from '../../base/parse-metadata.ts';
import { shortenText } from '../../base/shorten-text.ts';

const TOOL = ['type', 'name', 'description', 'parameters', 'strict', 'external_web_access'] as const;
const FORMAT = ['type', 'name', 'description', 'schema', 'strict'] as const;
const GRAMMAR = ['type', 'syntax', 'definition'] as const;
const CHOICE = ['type', 'name', 'namespace', 'mode'] as const;

/**
 * JSON of the fields of a reply that repeat its request (COMPR-10), without braces. Only of known fields, so that a reply is
 * not longer than what the model was sent.
 */
export function repeatedFields(fields: Fields, limits: ConversationLimits): string {
  const { reasoning, text } = fields;
  const { effort, summary } = isObject(reasoning) ? reasoning : {};
  const { format, verbosity } = isObject(text) ? text : {};
  const name = (field: string): string | null => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? shortenText(value, limits.endUserIdCharacters) : null;
  };
  const repeated = {
    background: false,
    instructions: given(fields['instructions']) ?? null,
    max_output_tokens: fields['max_output_tokens'] ?? null,
    max_tool_calls: null,
    parallel_tool_calls: given(fields['parallel_tool_calls']) ?? true,
    previous_response_id: null,
    prompt_cache_key: name('prompt_cache_key'),
    reasoning: { effort: word(effort), summary: word(summary) },
    safety_identifier: name('safety_identifier'),
    service_tier: 'default',
    text: {
      format: isObject(format) && given(format) !== undefined ? toFormat(format) : { type: 'text' },
      ...(word(verbosity) === null ? {} : { verbosity }),
    },
    tool_choice: toChoice(given(fields['tool_choice']) ?? 'auto'),
    tools: toTools(fields['tools']),
    top_logprobs: 0,
    truncation: 'disabled',
    user: name('user'),
    metadata: repeatMetadata(fields['metadata'], limits),
  };
  return stringifyRaw(repeated).slice(1, -1);
}

/** In the order it was sent in, unless some of it does not fit. */
function repeatMetadata(value: unknown, limits: ConversationLimits): unknown {
  const metadata = parseMetadata(value, undefined, limits) ?? {};
  const isWhole = isObject(value) && Object.keys(value).length === Object.keys(metadata).length;
  return isWhole ? rawSource(value) : metadata;
}

const MAX_WORD_CHARACTERS = 32;

/** One of a few words, null where none was said. */
function word(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_WORD_CHARACTERS ? value : null;
}

function pick(fields: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => name in fields).map((name) => [name, rawSource(fields[name])]),
  );
}

/** A schema always has its optional fields, as in the service that made the protocol. */
function toFormat(format: Fields): object {
  const { type, description, strict } = format;
  const more = type === 'json_schema' ? { description: description ?? null, strict: strict ?? false } : {};
  return { ...pick(format, FORMAT), ...more };
}

function toTools(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((tool) => {
    const { type, format, tools, description, parameters, strict } = tool;
    const more = {
      description: description ?? null,
      parameters: parameters ?? null,
      strict: strict ?? null,
    };
    return {
      ...pick(tool, TOOL),
      ...(type === 'function' ? more : {}),
      ...(isObject(format) ? { format: pick(format, GRAMMAR) } : {}),
      ...(Array.isArray(tools) ? { tools: toTools(tools) } : {}),
    };
  });
}

function toChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  const { tools } = choice;
  return {
    ...pick(choice, CHOICE),
    ...(Array.isArray(tools) ? { tools: tools.filter(isObject).map((tool) => pick(tool, CHOICE)) } : {}),
  };
}
