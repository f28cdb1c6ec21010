import { ApiError } from '@svc/contract';
import type { Turn } from '#engine';
import type { InferenceCall, PromptCall } from '#exchange';
import {
  invalid,
  isAbsent,
  declaredTools,
  isObject,
  need,
  newCallParts,
  parseMetadata,
  parseFormatAndContext,
  parsePrompt,
  parsePromptCacheKey,
  parseReasoningEffort,
  parseSampling,
  parseStopSequences,
  parseTools,
  placedParts,
  readFlag,
  refuseUnknown,
  withIdentity,
  type CallParts,
  type ConversationLimits,
  type Fields,
} from '#features/conversation';
import { parseText } from './parse-block.ts';
import { parseToolChoice } from './parse-tool-choice.ts';
import { parseTurns, refuseTooManyTurns } from './parse-turns.ts';
import { refuseTooManyParts } from './refuse-too-many-parts.ts';

const KNOWN: ReadonlySet<string> = new Set<string>([
  'model',
  'messages',
  'max_tokens',
  'system',
  'stream',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning',
  'response_format',
  'context_management',
  'mcp_servers',
  'metadata',
  'prompt_cache_key',
  'prompt',
]);

export interface MessagesParserSettings {
  readonly identityInstruction: string;
  readonly limits: ConversationLimits;
}

/**
 * A messages body as an inference call. Rules run in the order of the contract's field table (D-01 step 10), written by
 * hand because a schema would lose that order, the codes and the rules between blocks. Pure, so that it runs on any thread.
 */
export function parseMessagesRequest(
  body: unknown,
  { identityInstruction, limits }: MessagesParserSettings,
): InferenceCall {
  if (!isObject(body)) throw new ApiError('messages_required', { param: 'messages' });
  refuseTooManyTurns(body['messages'], limits.turns);
  const parts = newCallParts(limits);
  const hasPrompt = !isAbsent(body['prompt']);
  const requestedModel = parseModel(body['model'], hasPrompt);
  const conversation = parseTurns(body['messages'], parts, hasPrompt);
  const maxTokens = parseMaxTokens(body['max_tokens']);
  const system = parseSystem(body['system']);
  const before = withIdentity(identityInstruction, system);
  const stream = readFlag(body['stream'], 'stream') ?? false;
  const options = parseOptions(body, maxTokens, parts);
  const prompt = parsePrompt(body['prompt']);
  refuseUnknown(body, KNOWN, '');
  refuseTooManyParts(conversation, options.tools);
  const turns = [...before, ...conversation];
  return {
    requestedModel,
    stream,
    maxTokens,
    strictMaxTokens: true,
    turns,
    ...options,
    ...placedParts(parts, before.length),
    ...(prompt && {
      prompt: {
        ...prompt,
        ...ownTurns(body['messages'], parts),
        systemAt: before.length - system.length,
        turnsAt: before.length,
      },
    }),
  };
}

/** What is to follow the turns of a template: how many turns the body has, and whose is the first. */
function ownTurns(
  messages: unknown,
  { compaction }: CallParts,
): Pick<PromptCall, 'messages' | 'firstRole' | 'isCompacted'> {
  const turns = Array.isArray(messages) ? (messages as Turn[]) : [];
  const [first] = turns;
  return {
    messages: turns.length,
    ...(first && { firstRole: first.role as 'user' | 'assistant' }),
    ...(compaction && { isCompacted: true }),
  };
}

type Options = Omit<InferenceCall, 'requestedModel' | 'stream' | 'maxTokens' | 'turns'>;

/** What follows `stream` in the field table. */
function parseOptions(body: Fields, maxTokens: number, parts: CallParts): Options {
  const stopSequences = parseStopSequences(body['stop_sequences'], 'stop_sequences', parts);
  const sampling = parseSampling(body, parts);
  const tools = parseTools(body['tools'], parts);
  const toolChoice = parseToolChoice(
    body['tool_choice'],
    declaredTools(tools, parts.builtinTools, body['mcp_servers']),
  );
  const parallelToolCalls = readFlag(body['parallel_tool_calls'], 'parallel_tool_calls');
  if (parallelToolCalls) need(parts, 'parallel_tool_calls', 'unsupported_parameter', 'parallel_tool_calls');
  const reasoning = parseReasoningEffort(body['reasoning'], maxTokens, parts);
  const formed = parseFormatAndContext(body, parts);
  const metadata = parseMetadata(body['metadata'], parts);
  const promptCacheKey = parsePromptCacheKey(body['prompt_cache_key'], parts);
  return {
    tools,
    toolChoice,
    ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...(sampling ? { sampling } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...formed,
    ...(metadata ? { metadata } : {}),
    ...(promptCacheKey === undefined ? {} : { promptCacheKey }),
  };
}

/** With a prompt it may be left to the template. */
function parseModel(value: unknown, isOptional: boolean): string | undefined {
  if (isOptional && isAbsent(value)) return undefined;
  if (typeof value !== 'string' || value === '')
    throw invalid('model', 'model must be an id from GET /v1/models.');
  return value;
}

function parseMaxTokens(value: unknown): number {
  if (isAbsent(value)) throw new ApiError('max_tokens_required', { param: 'max_tokens' });
  // However large: what is beyond the model's ceiling has a refusal of its own (MSG-08).
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalid('max_tokens', 'max_tokens must be a whole number of at least 1.');
  return value;
}

/** The caller's instructions, as a turn. An empty text counts as none. */
function parseSystem(system: unknown): Turn[] {
  if (isAbsent(system) || system === '') return [];
  if (typeof system === 'string') return [{ role: 'system', blocks: [{ type: 'text', text: system }] }];
  if (!Array.isArray(system)) throw invalid('system', 'system must be a string or a list of text blocks.');
  if (system.length === 0) return [];
  return [{ role: 'system', blocks: system.map((block, i) => parseText(block, `system[${i}]`)) }];
}
