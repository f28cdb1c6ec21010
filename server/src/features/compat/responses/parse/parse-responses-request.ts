import type { Turn } from '#engine';
import type { InferenceCall, ResponsesRequest } from '#exchange';
import {
  invalid,
  isObject,
  newCallParts,
  placedParts,
  readFlag,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { limitItems, readModel, readTokenLimit } from '../../base/call-fields.ts';
import type { CompatParserSettings } from '../../base/compat-settings.ts';
import { given } from '../../base/is-empty.ts';
import { parseMetadata } from '../../base/parse-metadata.ts';
import { parseOpenAiSampling } from '../../base/parse-openai-sampling.ts';
import { shortenKey } from '../../base/shorten-text.ts';
import { toCallTurns } from '../../base/to-call-turns.ts';
import { COMPACTION_ONLY, isTrigger, sinceCompaction } from './parse-compaction.ts';
import { NOTHING, parseItem, type FoundInItems } from './parse-item.ts';
import { parseReasoning } from './parse-reasoning.ts';
import { parseTextFormat } from './parse-text-format.ts';
import { parseResponsesTools } from './parse-responses-tools.ts';
import { refuseStateful } from './refuse-stateful.ts';
import { repeatedFields } from './repeated-fields.ts';

const ENCRYPTED_REASONING = 'reasoning.encrypted_content';

export interface ResponsesParserSettings extends CompatParserSettings {
  /** A summary of the input is all that is wanted, whatever else the body says (COMPR-19). */
  readonly compacts?: true;
}

/**
 * A body of OpenAI's Responses as an inference call (COMPR-02 to COMPR-09, COMPR-19). Unknown fields are ignored; what is
 * honoured must be well formed. Pure, so that it runs on any thread.
 */
export function parseResponsesRequest(
  body: unknown,
  { identityInstruction, limits, compacts }: ResponsesParserSettings,
): InferenceCall {
  const fields = isObject(body) ? body : {};
  const parts = newCallParts(limits);
  const { items, hasTrigger } = readInput(fields['input'], limits.turns);
  refuseStateful(fields);
  const { names, ...tools } = parseResponsesTools(fields, items, parts);
  const found: FoundInItems = { references: [] };
  const turns = [
    readInstructions(fields['instructions']),
    ...sinceCompaction(items).map((item, i) =>
      item === undefined ? NOTHING : parseItem(item, i, { parts, names, found }),
    ),
  ];
  const { references, summary } = found;
  const identity = { identity: identityInstruction, param: 'input' };
  const call: InferenceCall = {
    requestedModel: readModel(fields['model']),
    stream: !compacts && (readFlag(fields['stream'], 'stream') ?? false),
    maxTokens: readTokenLimit(fields['max_output_tokens'], 'max_output_tokens'),
    ...tools,
    ...parseOptions(fields, parts),
    // Only with the items that are named can anybody tell whether calls have their results.
    ...(references.length > 0
      ? { turns, ...placedParts(parts, 0) }
      : toCallTurns(turns, tools.tools, parts, identity)),
    responses: {
      ...readReply(fields),
      repeated: repeatedFields(fields, limits),
      tools: names.renamed,
      ...(compacts ? { mayKeep: false } : {}),
      ...(summary ? { summary } : {}),
      ...(references.length > 0 ? { references } : {}),
    },
  };
  return compacts || hasTrigger ? toCompaction(call) : call;
}

function readReply(fields: Fields): Pick<ResponsesRequest, 'showsSummary' | 'signsReasoning' | 'mayKeep'> {
  const { reasoning } = fields;
  const include = given(fields['include']);
  return {
    showsSummary: isObject(reasoning) && given(reasoning['summary']) !== undefined,
    signsReasoning: Array.isArray(include) && include.includes(ENCRYPTED_REASONING),
    mayKeep: readFlag(given(fields['store']), 'store') ?? true,
  };
}

/** The call with nothing that would be for an answer. */
function toCompaction(call: InferenceCall): InferenceCall {
  const { responseFormat: _form, reasoning: _reasoning, builtinTools: _tools, ...rest } = call;
  return { ...rest, toolChoice: 'none', contextManagement: COMPACTION_ONLY };
}

interface Input {
  readonly items: readonly unknown[];
  /** The last item asks for a summary of the others, and is not one of them. */
  readonly hasTrigger: boolean;
}

function readInput(value: unknown, most: number): Input {
  if (typeof value === 'string' && value !== '')
    return { items: [{ role: 'user', content: value }], hasTrigger: false };
  const all = Array.isArray(value) ? limitItems(value, most, 'input') : [];
  const hasTrigger = isTrigger(all.at(-1));
  const items = hasTrigger ? all.slice(0, -1) : all;
  if (items.length === 0) throw invalid('input', 'input must be a text or a list with at least one item.');
  return { items, hasTrigger };
}

/** The first turn, which may be empty, so that the number of an item's turn is known. */
function readInstructions(value: unknown): Turn {
  const text = given(value);
  if (text !== undefined && typeof text !== 'string')
    throw invalid('instructions', 'instructions must be a text.');
  return { role: 'system', blocks: text === undefined ? [] : [{ type: 'text', text }] };
}

type Options = Pick<
  InferenceCall,
  'sampling' | 'reasoning' | 'responseFormat' | 'metadata' | 'promptCacheKey'
>;

function parseOptions(fields: Fields, parts: CallParts): Options {
  const { limits } = parts;
  const { temperature, top_p, presence_penalty, frequency_penalty } = fields;
  const sampling = parseOpenAiSampling({ temperature, top_p, presence_penalty, frequency_penalty }, parts);
  const reasoning = parseReasoning(fields['reasoning']);
  const responseFormat = parseTextFormat(fields['text'], parts);
  const endUser = given(fields['safety_identifier']) ?? fields['user'];
  const metadata = parseMetadata(fields['metadata'], endUser, limits);
  const cacheKey = given(fields['prompt_cache_key']);
  return {
    sampling,
    ...(reasoning ? { reasoning } : {}),
    ...(responseFormat ? { responseFormat } : {}),
    ...(metadata ? { metadata } : {}),
    ...(typeof cacheKey === 'string'
      ? { promptCacheKey: shortenKey(cacheKey, limits.promptCacheKeyCharacters) }
      : {}),
  };
}
