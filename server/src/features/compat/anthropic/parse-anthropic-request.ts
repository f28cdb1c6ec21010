import { ApiError } from '@svc/contract';
import type { Sampling, Turn } from '#engine';
import type { InferenceCall } from '#exchange';
import {
  invalid,
  isObject,
  newCallParts,
  parseSampling,
  parseStopSequences,
  readFlag,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { readMessages, readModel, readTokenLimit } from '../base/call-fields.ts';
import type { CompatParserSettings } from '../base/compat-settings.ts';
import { given } from '../base/is-empty.ts';
import { parseMetadata } from '../base/parse-metadata.ts';
import { sessionIdOf } from './session-id.ts';
import { toCallTurns } from '../base/to-call-turns.ts';
import { markedLast } from './cache-control.ts';
import { parseAnthropicFormat } from './parse-anthropic-format.ts';
import { parseSystem } from './parse-system.ts';
import { parseAnthropicTools } from './parse-anthropic-tools.ts';
import { parseAnthropicTurn } from './parse-anthropic-turn.ts';
import { parseThinking } from './parse-thinking.ts';
import { refuseAnthropicFields, refuseThread } from './refuse-anthropic-fields.ts';

interface AnthropicParserSettings extends CompatParserSettings {
  /** It is only counted, and needs no limit of its reply (COMPA-17). */
  readonly counted?: true;
}

/**
 * A body of Anthropic's messages as an inference call (COMPA-01 to COMPA-11). Unknown fields are ignored; what is
 * honoured must be well formed. Pure, so that it runs on any thread.
 */
export function parseAnthropicRequest(
  body: unknown,
  { identityInstruction, limits, counted }: AnthropicParserSettings,
): InferenceCall {
  const fields = isObject(body) ? body : {};
  refuseThread(fields);
  const parts = newCallParts(limits);
  const messages = readMessages(fields['messages'], limits.turns);
  refuseAnthropicFields(fields);
  const maxTokens = readMaxTokens(fields['max_tokens'], counted ?? false);
  // One turn in front of those of the messages, though it may be empty: blocks are named by their places.
  const system: Turn = { role: 'system', blocks: parseSystem(fields['system']) };
  const turns = messages.map((message, i) => parseAnthropicTurn(message, i, { turn: i + 1, parts }));
  const tools = parseAnthropicTools(fields, parts);
  const sent = markEnd([system, ...turns], fields);
  if (turns.every(({ role, blocks }) => role === 'system' || blocks.length === 0))
    throw new ApiError('messages_required', { param: 'messages' });
  return {
    requestedModel: readModel(fields['model']),
    stream: readFlag(fields['stream'], 'stream') ?? false,
    maxTokens,
    ...tools,
    ...parseOptions(fields, parts),
    ...toCallTurns(sent, tools.tools, parts, { identity: identityInstruction, param: 'messages' }),
  };
}

/** `cache_control` of the body itself stands for one on the last block. */
function markEnd(turns: readonly Turn[], fields: Fields): readonly Turn[] {
  const last = turns.at(-1)!;
  const blocks = markedLast(last.blocks, fields);
  return blocks === last.blocks ? turns : [...turns.slice(0, -1), { ...last, blocks }];
}

function readMaxTokens(value: unknown, isOptional: boolean): number | undefined {
  const maxTokens = readTokenLimit(value, 'max_tokens');
  if (maxTokens === undefined && !isOptional)
    throw new ApiError('max_tokens_required', { param: 'max_tokens' });
  return maxTokens;
}

type Options = Pick<
  InferenceCall,
  'stopSequences' | 'sampling' | 'reasoning' | 'responseFormat' | 'metadata' | 'sessionId'
>;

function parseOptions(fields: Fields, parts: CallParts): Options {
  const stopSequences = parseStopSequences(given(fields['stop_sequences']), 'stop_sequences', parts);
  const reasoning = parseThinking(fields, parts.limits.reasoningMinTokens);
  const sampling = readSampling(fields, reasoning !== undefined, parts);
  const responseFormat = parseAnthropicFormat(fields, parts);
  const { user_id: endUser } = isObject(fields['metadata']) ? fields['metadata'] : {};
  const metadata = parseMetadata(undefined, endUser, parts.limits);
  const sessionId = sessionIdOf(endUser);
  return {
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...(sampling ? { sampling } : {}),
    ...(reasoning ? { reasoning } : {}),
    ...(responseFormat ? { responseFormat } : {}),
    ...(metadata ? { metadata } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** What a model cannot honour is ignored (COMPG-09), so nothing is noted as needed. */
function readSampling(fields: Fields, isThinking: boolean, parts: CallParts): Sampling | undefined {
  const { top_p, top_k } = fields;
  const temperature = isThinking ? undefined : fields['temperature'];
  if (typeof temperature === 'number' && temperature > 1)
    throw invalid('temperature', 'temperature must be a number from 0 to 1.');
  return parseSampling({ temperature, top_p, top_k }, { ...parts, needs: [] });
}
