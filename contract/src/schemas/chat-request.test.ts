import { describe, expect, it } from 'vitest';
import { ChatCompletionRequest } from './chat-request.ts';

const user = { role: 'user', content: 'Hello' };
const call = { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{' } };
const tool = { type: 'function', function: { name: 'find' } };

function accepts(fields: object): boolean {
  return ChatCompletionRequest.safeParse({ messages: [user], ...fields }).success;
}

describe('ChatCompletionRequest', () => {
  it.each([
    ['only messages', {}],
    [
      'every live field',
      { model: 'Svc Standard', stream: false, max_tokens: 1, tools: [tool], tool_choice: 'auto' },
    ],
    ['null in optional fields', { max_tokens: null, tools: null, tool_choice: null }],
    ['a choice of one function', { tool_choice: { type: 'function', function: { name: 'find' } } }],
    ['500 messages', { messages: times(500, user) }],
    ['100 text parts', { messages: [{ role: 'user', content: times(100, { type: 'text', text: '' }) }] }],
    ['an empty text', { messages: [{ role: 'user', content: '' }] }],
    [
      'a call and its result',
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, result('call_1')] },
    ],
    ['fields it does not know', { seed: 4, logprobs: true, messages: [{ ...user, name: 'Ada' }] }],
  ])('accepts %s', (_what, fields) => {
    expect(accepts(fields)).toBe(true);
  });

  it.each([
    ['missing messages', { messages: undefined }],
    ['null messages', { messages: null }],
    ['no messages', { messages: [] }],
    ['501 messages', { messages: times(501, user) }],
    ['an empty model', { model: '' }],
    ['a null model', { model: null }],
    ['a null stream', { stream: null }],
    ['a stream that is text', { stream: 'true' }],
    ['max_tokens 0', { max_tokens: 0 }],
    ['a broken max_tokens', { max_tokens: 1.5 }],
    ['an unknown role', { messages: [{ role: 'developer', content: 'x' }] }],
    ['a message without content', { messages: [{ role: 'user' }] }],
    ['101 text parts', { messages: [{ role: 'user', content: times(101, { type: 'text', text: '' }) }] }],
    [
      'an image part',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a' } }] }] },
    ],
    [
      'a reply with neither content nor calls',
      { messages: [user, { role: 'assistant', content: null, tool_calls: [] }] },
    ],
    ['a result without the id of its call', { messages: [{ role: 'tool', content: 'x' }] }],
    ['a tool of another type', { tools: [{ ...tool, type: 'retrieval' }] }],
    ['a tool without a name', { tools: [{ type: 'function', function: { name: '' } }] }],
    ['a tool choice that is not live', { tool_choice: 'required' }],
  ])('refuses %s', (_what, fields) => {
    expect(accepts(fields)).toBe(false);
  });

  it('streams unless told otherwise', () => {
    expect(ChatCompletionRequest.parse({ messages: [user] }).stream).toBe(true);
  });
});

function times(count: number, item: object): object[] {
  return Array.from({ length: count }, () => item);
}

function result(id: string): object {
  return { role: 'tool', tool_call_id: id, content: '3' };
}
