import { ApiError } from '@svc/contract';
import type { Turn } from '#engine';
import type { InferenceCall } from '#exchange';
import { checkToolPairing } from './check-tool-pairing.ts';
import { invalid, isObject } from './invalid.ts';
import { parseMessage } from './parse-message.ts';
import { parseTools, parseToolChoice } from './parse-tools.ts';

export interface ChatLimits {
  /** Messages per request. */
  readonly messages: number;
  /** Text parts per message. */
  readonly textParts: number;
}

/**
 * A live chat body as an inference call. Rules run in the order of the contract's field table (D-01 step 10), written by
 * hand because a compiled schema would lose that order and the sentences. Sampling and unknown fields are dropped.
 */
export function parseChatRequest(body: unknown, identity: string, limits: ChatLimits): InferenceCall {
  const fields = isObject(body) ? body : {};
  const turns = parseMessages(fields['messages'], identity, limits);
  const requestedModel = parseModel(fields);
  const stream = parseStream(fields);
  const maxTokens = parseMaxTokens(fields['max_tokens']);
  const tools = parseTools(fields['tools']);
  const toolChoice = parseToolChoice(fields['tool_choice'], tools);
  return { requestedModel, stream, maxTokens, turns, tools, toolChoice };
}

function parseMessages(value: unknown, identity: string, limits: ChatLimits): Turn[] {
  if (!Array.isArray(value) || value.length === 0) throw new ApiError('messages_required');
  if (value.length > limits.messages) throw new ApiError('too_many_messages', { extra: { max_messages: limits.messages } });
  const turns = value.map((item: unknown, i) => parseMessage(item, `messages[${i}]`, limits.textParts));
  checkToolPairing(turns);
  return identity === '' ? turns : [{ role: 'system', blocks: [{ type: 'text', text: identity }] }, ...turns];
}

function parseModel(fields: Record<string, unknown>): string | undefined {
  if (!Object.hasOwn(fields, 'model')) return undefined;
  const model = fields['model'];
  if (typeof model !== 'string' || model === '') throw invalid('model must be a non-empty string; leave it out for the default model.');
  return model;
}

function parseStream(fields: Record<string, unknown>): boolean {
  if (!Object.hasOwn(fields, 'stream')) return true;
  if (typeof fields['stream'] !== 'boolean') throw invalid('stream must be true or false; left out it is true.');
  return fields['stream'];
}

function parseMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw invalid('max_tokens must be a whole number of at least 1.');
  return value;
}
