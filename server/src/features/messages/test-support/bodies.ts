import { ApiError, LIMITS } from '@svc/contract';
import { conversationLimits } from '#features/conversation';
import { parseMessagesRequest } from '../parse/parse-messages-request.ts';

export const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
export const GIF = `${Buffer.from('GIF89a').toString('base64')}AAAA`;
export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1]).toString('base64');
export const WEBP = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1').toString('base64');

export const user = (content: unknown) => ({ role: 'user', content });
export const assistant = (content: unknown) => ({ role: 'assistant', content });
export const text = (value: string) => ({ type: 'text', text: value });
export const call = (id: string) => ({ type: 'tool_call', id, name: 'f', input: { b: 1, a: [null] } });
export const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_call_id: id, ...more });
export const image = (data = PNG, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
export const tool = (name = 'f', more: object = {}) => ({ type: 'function', function: { name, ...more } });
export const body = (fields: object = {}) => ({
  model: 'm',
  messages: [user('x')],
  max_tokens: 2000,
  ...fields,
});
export const withBlocks = (...content: unknown[]) => body({ messages: [user(content)] });
export const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

export const parse = (value: unknown, identity = '') =>
  parseMessagesRequest(value, {
    identityInstruction: identity,
    limits: conversationLimits(LIMITS, LIMITS.messages_turns),
  });

export function refusal(value: unknown): string {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code} ${error.options.param ?? null}`;
    throw error;
  }
  return 'taken';
}
