import { ApiError } from '@svc/contract';
import { invalid } from '#features/conversation';
import { given } from './is-empty.ts';

/** The messages of a body: their number is checked before any of them is read. */
export function readMessages(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new ApiError('messages_required', { param: 'messages' });
  return limitItems(value, most, 'messages');
}

export function limitItems(items: readonly unknown[], most: number, param: string): readonly unknown[] {
  if (items.length > most) throw new ApiError('too_many_messages', { param, extra: { max_messages: most } });
  return items;
}

export function readModel(value: unknown): string | undefined {
  const model = given(value);
  if (model !== undefined && typeof model !== 'string') throw invalid('model', 'model must be a string.');
  return model;
}

/** The most tokens of a reply, which each protocol names otherwise. */
export function readTokenLimit(value: unknown, param: string): number | undefined {
  const limit = given(value);
  if (limit === undefined) return undefined;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    throw invalid(param, `${param} must be a whole number of at least 1.`);
  return limit;
}
