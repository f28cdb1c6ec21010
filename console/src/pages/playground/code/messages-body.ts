import type { Model } from '@svc/sdk';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';
import type { WrittenBody } from './written-body.ts';
import { maxTokens } from './max-tokens.ts';
import { systemOf, turnsOf, type BlockWords } from './turns.ts';

const WORDS: BlockWords = {
  call: (id, name, input) => ({ type: 'tool_call', id, name, input }),
  result: (id, content) => ({ type: 'tool_result', tool_call_id: id, content }),
  reasoning: (text, signature) => ({ type: 'reasoning', text, signature }),
};

/** As `/v1/messages` takes it. */
export function messagesBody(request: PlaygroundRequest, model: Model): WrittenBody {
  const { messages, max_tokens: _, stop, seed, model: id, ...same } = request;
  const turns = turnsOf(messages, WORDS);
  return {
    fields: {
      model: id,
      max_tokens: maxTokens(request, model),
      ...systemOf(messages),
      ...(turns.length === 0 ? {} : { messages: turns }),
      ...(stop ? { stop_sequences: stop } : {}),
      ...same,
    },
    leftOut: seed === undefined ? [] : ['seed'],
  };
}
