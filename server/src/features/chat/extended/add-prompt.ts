import { ApiError } from '@svc/contract';
import type { Turn } from '#engine';
import type { InferenceCall, RenderedMessage } from '#exchange';
import { moveTurns } from '#features/conversation';

/** A chat with the messages of its template ahead of its own, each in its place. Throws 413 `too_many_messages`. */
export function addPrompt(
  call: InferenceCall,
  messages: readonly RenderedMessage[],
  most: number,
): InferenceCall {
  const { prompt, turns } = call;
  if (!prompt) return call;
  if (messages.length + prompt.messages > most)
    throw new ApiError('too_many_messages', { param: 'messages', extra: { max_messages: most } });
  const rendered = messages.map(({ role, ...text }): Turn => ({ role, blocks: [{ type: 'text', ...text }] }));
  return {
    ...moveTurns(call, rendered.length),
    turns: [...turns.slice(0, prompt.turnsAt), ...rendered, ...turns.slice(prompt.turnsAt)],
  };
}
