import { ApiError } from '@svc/contract';
import type { Sampling, ToolChoice } from '#engine';
import type { InferenceCall } from '#exchange';
import {
  declaredTools,
  invalid,
  isAbsent,
  isObject,
  need,
  newCallParts,
  parseFormatAndContext,
  parsePrompt,
  parsePromptCacheKey,
  parseReasoningEffort,
  parseSampling,
  parseStopSequences,
  parseTools,
  placedParts,
  readFlag,
  readObject,
  refuseUnknown,
  withIdentity,
  type CallParts,
  type ConversationLimits,
  type DeclaredTools,
  type Fields,
} from '#features/conversation';
import { parseToolChoice } from '../parse-tools.ts';
import { parseHead, parseMessages } from '../parse-chat-request.ts';
import { parseExtendedMessage } from './parse-extended-message.ts';
import { parseEndUser } from './parse-end-user.ts';
import { parseSeedAndPenalties } from './parse-seed-and-penalties.ts';

const CHOICE = new Set(['type', 'function']);
const FUNCTION = new Set(['name']);

const KNOWN: ReadonlySet<string> = new Set([
  'messages',
  'model',
  'stream',
  'max_tokens',
  'tools',
  'tool_choice',
  'stop',
  'user',
  'metadata',
  'temperature',
  'top_p',
  'top_k',
  'reasoning',
  'response_format',
  'context_management',
  'mcp_servers',
  'citations',
  'prompt_cache_key',
  'prompt',
  'parallel_tool_calls',
  'stream_options',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'n',
  'logprobs',
]);
const CITATIONS = new Set(['enabled']);
const STREAM_OPTIONS = new Set(['include_usage']);

/**
 * A chat body with the additions of the contract (§4.3, D-33, D-34): what is planned is honoured or refused by its name,
 * and nothing is dropped. The live fields come first, as they do without; unknown ones are looked for last.
 */
export function parseExtendedRequest(
  body: unknown,
  identity: string,
  limits: ConversationLimits,
): InferenceCall {
  const fields = isObject(body) ? body : {};
  const parts = newCallParts(limits);
  const conversation = isLeftToPrompt(fields)
    ? []
    : parseMessages(fields['messages'], limits.turns, (item, path, i) =>
        parseExtendedMessage(item, path, i, parts),
      );
  const head = parseHead(fields);
  const tools = parseTools(fields['tools'], parts);
  const toolChoice = parseExtendedToolChoice(
    fields['tool_choice'],
    declaredTools(tools, parts.builtinTools, fields['mcp_servers']),
  );
  const options = parseOptions(fields, head.maxTokens, parts);
  const prompt = parsePrompt(fields['prompt']);
  refuseUnavailable(fields);
  refuseUnknown(fields, KNOWN, '');
  const turns = withIdentity(identity, conversation);
  const turnsAt = turns.length - conversation.length;
  return {
    ...head,
    turns,
    tools,
    toolChoice,
    ...options,
    ...placedParts(parts, turnsAt),
    ...(prompt && { prompt: { ...prompt, turnsAt, messages: conversation.length } }),
  };
}

/** With a prompt a body may have no messages of its own. */
function isLeftToPrompt({ prompt, messages }: Fields): boolean {
  return !isAbsent(prompt) && (isAbsent(messages) || (Array.isArray(messages) && messages.length === 0));
}

type Options = Omit<
  InferenceCall,
  'requestedModel' | 'stream' | 'maxTokens' | 'turns' | 'tools' | 'toolChoice'
>;

function parseOptions(fields: Fields, maxTokens: number | undefined, parts: CallParts): Options {
  const { stop } = fields;
  const stopSequences = parseStopSequences(typeof stop === 'string' ? [stop] : stop, 'stop', parts);
  const metadata = parseEndUser(fields, parts);
  const sampling: Sampling = { ...parseSampling(fields, parts), ...parseSeedAndPenalties(fields, parts) };
  const reasoning = parseReasoningEffort(fields['reasoning'], maxTokens ?? Infinity, parts);
  takeCitations(fields['citations'], parts);
  const formed = parseFormatAndContext(fields, parts);
  // A reply of chat has no place for the summary, without which the next call would need another.
  if (formed.contextManagement?.compact)
    throw new ApiError('unsupported_parameter', { param: 'context_management' });
  const promptCacheKey = parsePromptCacheKey(fields['prompt_cache_key'], parts);
  const parallelToolCalls = readFlag(fields['parallel_tool_calls'], 'parallel_tool_calls');
  if (parallelToolCalls) need(parts, 'parallel_tool_calls', 'unsupported_parameter', 'parallel_tool_calls');
  const withoutUsage = readIncludeUsage(fields['stream_options']) === false;
  return {
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...(metadata ? { metadata } : {}),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...(reasoning ? { reasoning } : {}),
    ...formed,
    ...(promptCacheKey === undefined ? {} : { promptCacheKey }),
    ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    ...(withoutUsage ? { includeUsage: false } : {}),
  };
}

/** One word for all documents of the request (D-34, D-42). */
function takeCitations(value: unknown, parts: CallParts): void {
  if (isAbsent(value)) return;
  parts.citations =
    readFlag(readObject(value, 'citations', CITATIONS)['enabled'], 'citations.enabled') ?? false;
  if (!parts.citations) return;
  need(parts, 'citations', 'unsupported_parameter', 'citations');
  let documentIndex = 0;
  for (const [i, content] of parts.pending.entries())
    if (content.kind === 'document')
      parts.pending[i] = { ...content, citable: { documentIndex: documentIndex++ } };
}

function readIncludeUsage(value: unknown): boolean | undefined {
  if (isAbsent(value)) return undefined;
  return readFlag(
    readObject(value, 'stream_options', STREAM_OPTIONS)['include_usage'],
    'stream_options.include_usage',
  );
}

/** Fields that have a name and nothing behind it: only the value that asks for nothing is taken. */
function refuseUnavailable({ n, logprobs }: Fields): void {
  if (!isAbsent(n) && n !== 1)
    throw new ApiError('unsupported_parameter', { param: 'n', message: 'Every request returns one choice.' });
  if (!isAbsent(logprobs) && logprobs !== false)
    throw new ApiError('unsupported_parameter', { param: 'logprobs' });
}

/** The live forms, and `required`: some tool must be called (D-34). */
function parseExtendedToolChoice(value: unknown, tools: DeclaredTools): ToolChoice {
  if (value === 'required') {
    if (tools.none)
      throw invalid('tool_choice', 'tool_choice requires a tool call, but the request has no tools.');
    return 'any';
  }
  if (isObject(value)) {
    readObject(value, 'tool_choice', CHOICE);
    if (isObject(value['function'])) readObject(value['function'], 'tool_choice.function', FUNCTION);
  }
  return parseToolChoice(value, tools);
}
