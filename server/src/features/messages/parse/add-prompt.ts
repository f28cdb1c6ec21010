import { ApiError } from '@svc/contract';
import type { Turn } from '#engine';
import type { InferenceCall, PromptCall, RenderedMessage } from '#exchange';
import { invalid, moveTurns } from '#features/conversation';

/**
 * A call with the messages of its template: their system text in the system slot, ahead of the caller's, the others ahead of the
 * caller's turns. Refuses what a body with all of them would be refused for, in the same order: 413 `too_many_messages`, then 400 for
 * the model, no turn at all, and turns that do not alternate.
 */
export function addPrompt(
  call: InferenceCall,
  messages: readonly RenderedMessage[],
  most: number,
): InferenceCall {
  const { prompt, turns } = call;
  if (!prompt) return call;
  const said = messages.filter(({ role }) => role !== 'system');
  if (said.length + prompt.messages > most)
    throw new ApiError('too_many_messages', { param: 'messages', extra: { max_messages: most } });
  if (call.requestedModel === undefined)
    throw invalid('model', 'model must be an id from GET /v1/models: the prompt template names none.');
  requireAlternation(said, prompt);
  // An empty text counts as none.
  const system = messages.filter(({ role, text }) => role === 'system' && text !== '').map(toTurn);
  const rendered = prompt.isCompacted ? [] : said.map(toTurn);
  const { systemAt = 0, turnsAt } = prompt;
  return {
    ...moveTurns(call, system.length + rendered.length),
    turns: [
      ...turns.slice(0, systemAt),
      ...system,
      ...turns.slice(systemAt, turnsAt),
      ...rendered,
      ...turns.slice(turnsAt),
    ],
  };
}

function toTurn({ role, ...text }: RenderedMessage): Turn {
  return { role, blocks: [{ type: 'text', ...text }] };
}

/** As turns that are sent: the user's first, in turns, none of them empty (D-50). */
function requireAlternation(said: readonly RenderedMessage[], { messages, firstRole }: PromptCall): void {
  if (said.length + messages === 0) throw new ApiError('messages_required', { param: 'messages' });
  for (const [i, { role, text }] of said.entries()) {
    if (role !== roleAt(i))
      throw invalid(
        'prompt',
        'The messages of the prompt template must alternate between user and assistant here, and the first must be the user’s.',
      );
    if (text === '')
      throw invalid('prompt', 'A message of the prompt template is empty with these variables.');
  }
  if (firstRole !== undefined && firstRole !== roleAt(said.length))
    throw invalid(
      'messages[0].role',
      `messages[0].role must be ${roleAt(said.length)}, because turns alternate and those of the prompt template come first.`,
    );
}

function roleAt(i: number): 'user' | 'assistant' {
  return i % 2 === 0 ? 'user' : 'assistant';
}
