import type { InferenceCall } from '#exchange';
import {
  isObject,
  newCallParts,
  parseStopSequences,
  readFlag,
  type CallParts,
  type Fields,
} from '#features/conversation';
import { readMessages, readModel, readTokenLimit } from '../base/call-fields.ts';
import type { CompatParserSettings } from '../base/compat-settings.ts';
import { given } from '../base/is-empty.ts';
import { parseMetadata } from '../base/parse-metadata.ts';
import { parseOpenAiSampling } from '../base/parse-openai-sampling.ts';
import { shortenKey } from '../base/shorten-text.ts';
import { toCallTurns } from '../base/to-call-turns.ts';
import { parseEffort } from '../base/parse-effort.ts';
import { parseOpenAiMessage } from './parse-openai-message.ts';
import { parseOpenAiFormat } from './parse-openai-format.ts';
import { parseOpenAiTools } from './parse-openai-tools.ts';
import { refuseUnsupported } from './refuse-unsupported.ts';

/**
 * A body of OpenAI's chat completions as an inference call (COMPO-01 to COMPO-07). Unknown fields are ignored; what is
 * honoured must be well formed. Pure, so that it runs on any thread.
 */
export function parseOpenAiChat(
  body: unknown,
  { identityInstruction, limits }: CompatParserSettings,
): InferenceCall {
  const fields = isObject(body) ? body : {};
  const parts = newCallParts(limits);
  const messages = readMessages(fields['messages'], limits.turns);
  refuseUnsupported(fields);
  const turns = messages.map((message, turn) => parseOpenAiMessage(message, turn, parts));
  const tools = parseOpenAiTools(fields, parts);
  return {
    requestedModel: readModel(fields['model']),
    stream: readFlag(fields['stream'], 'stream') ?? false,
    maxTokens: readMaxTokens(fields),
    ...tools,
    ...parseOptions(fields, parts),
    ...toCallTurns(turns, tools.tools, parts, { identity: identityInstruction, param: 'messages' }),
  };
}

function readMaxTokens(fields: Fields): number | undefined {
  const newer = 'max_completion_tokens';
  return readTokenLimit(fields[newer], newer) ?? readTokenLimit(fields['max_tokens'], 'max_tokens');
}

type Options = Pick<
  InferenceCall,
  | 'stopSequences'
  | 'sampling'
  | 'reasoning'
  | 'responseFormat'
  | 'metadata'
  | 'promptCacheKey'
  | 'includeUsage'
>;

function parseOptions(fields: Fields, parts: CallParts): Options {
  const { limits } = parts;
  const stop = given(fields['stop']);
  const stopSequences = parseStopSequences(typeof stop === 'string' ? [stop] : stop, 'stop', parts);
  const sampling = parseOpenAiSampling(fields, parts);
  const reasoning = parseEffort(fields['reasoning_effort']);
  const responseFormat = parseOpenAiFormat(fields['response_format'], parts);
  const endUser = given(fields['safety_identifier']) ?? fields['user'];
  const metadata = parseMetadata(fields['metadata'], endUser, limits);
  const cacheKey = given(fields['prompt_cache_key']);
  const options = fields['stream_options'];
  return {
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...(reasoning ? { reasoning } : {}),
    ...(responseFormat ? { responseFormat } : {}),
    ...(metadata ? { metadata } : {}),
    ...(typeof cacheKey === 'string'
      ? { promptCacheKey: shortenKey(cacheKey, limits.promptCacheKeyCharacters) }
      : {}),
    ...(isObject(options) && options['include_usage'] === true ? {} : { includeUsage: false }),
  };
}
