import { ApiError, CHAT_EXTENSIONS_BETA } from '@svc/contract';
import type { Turn } from '#engine';
import type { InferenceCall } from '#exchange';
import { checkToolPairing } from './check-tool-pairing.ts';
import {
  invalid,
  isObject,
  withIdentity,
  type ConversationLimits,
  type Fields,
} from '#features/conversation';
import { parseMessage } from './parse-message.ts';
import { parseTools, parseToolChoice } from './parse-tools.ts';

type ChatLimits = Pick<ConversationLimits, 'turns' | 'parts'>;

/**
 * A live chat body as an inference call. Rules run in the order of the contract's field table (D-01 step 10), written by
 * hand because a compiled schema would lose that order and the sentences. Sampling and unknown fields are dropped.
 */
export function parseChatRequest(body: unknown, identity: string, limits: ChatLimits): InferenceCall {
  const fields = isObject(body) ? body : {};
  refusePromptAlone(fields);
  const turns = parseMessages(fields['messages'], limits.turns, (item, path) =>
    parseMessage(item, path, limits.parts),
  );
  const head = parseHead(fields);
  const tools = parseTools(fields['tools']);
  const toolChoice = parseToolChoice(fields['tool_choice'], {
    has: (name) => tools.some((tool) => tool.name === name),
  });
  return { ...head, turns: withIdentity(identity, turns), tools, toolChoice };
}

/** Live chat drops `prompt` like any field it does not know (D-33). A call that has nothing else is told what is missing. */
function refusePromptAlone({ messages, prompt }: Fields): void {
  if (!isObject(prompt) || (Array.isArray(messages) && messages.length > 0)) return;
  throw new ApiError('messages_required', {
    param: 'messages',
    message: `The field messages must be an array with at least one message. To take them from prompt, send the header svc-beta: ${CHAT_EXTENSIONS_BETA}.`,
  });
}

/** Their number before any of them is looked at, and how they fit together after all of them. */
export function parseMessages(
  value: unknown,
  most: number,
  parse: (item: unknown, path: string, i: number) => Turn,
): Turn[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ApiError('messages_required', { param: 'messages' });
  if (value.length > most)
    throw new ApiError('too_many_messages', { param: 'messages', extra: { max_messages: most } });
  const turns = value.map((item: unknown, i) => parse(item, `messages[${i}]`, i));
  checkToolPairing(turns);
  return turns;
}

/** What stands between the messages and the tools in the field table. */
export function parseHead(fields: Fields): Pick<InferenceCall, 'requestedModel' | 'stream' | 'maxTokens'> {
  const requestedModel = parseModel(fields);
  const stream = parseStream(fields);
  return { requestedModel, stream, maxTokens: parseMaxTokens(fields['max_tokens']) };
}

function parseModel(fields: Fields): string | undefined {
  if (!Object.hasOwn(fields, 'model')) return undefined;
  const model = fields['model'];
  if (typeof model !== 'string' || model === '')
    throw invalid('model', 'model must be a non-empty string; leave it out for the default model.');
  return model;
}

function parseStream(fields: Fields): boolean {
  if (!Object.hasOwn(fields, 'stream')) return true;
  if (typeof fields['stream'] !== 'boolean')
    throw invalid('stream', 'stream must be true or false; left out it is true.');
  return fields['stream'];
}

function parseMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalid('max_tokens', 'max_tokens must be a whole number of at least 1.');
  return value;
}
