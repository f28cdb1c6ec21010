import { ApiError, LIMITS } from '@svc/contract';
import { conversationLimits } from '#features/conversation';
import { parseExtendedRequest } from '../parse-extended-request.ts';

export const PNG = 'iVBORw0KGgoAAAANSUhEUgAA';
export const parse = (fields: object) =>
  parseExtendedRequest(
    { messages: [user('x')], ...fields },
    'You are Svc.',
    conversationLimits(LIMITS, LIMITS.chat_messages),
  );
export const user = (content: unknown) => ({ role: 'user', content });
export const assistant = (more: object) => ({ role: 'assistant', content: 'y', ...more });
export const messages = (...list: unknown[]) => ({ messages: list });
export const parts = (...list: unknown[]) => messages(user(list));
export const fn = (more: object = {}) => ({ type: 'function', function: { name: 'f', ...more } });
export const picture = (more: object = {}) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${PNG}`, ...more },
});
export const file = (more: object) => ({ type: 'file', file: more });
export const pdf = { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' };
export const times = (count: number, item: unknown) => Array.from({ length: count }, () => item);

/** Status, code and parameter of the refusal, for comparison in one line. */
export function refusal(fields: object): string {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code} ${error.options.param ?? null}`;
    throw error;
  }
  return 'taken';
}
