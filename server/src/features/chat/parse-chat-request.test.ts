import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { parseChatRequest } from './parse-chat-request.ts';

const LIMITS = { turns: 500, parts: 100 };
const parse = (body: unknown) => parseChatRequest(body, 'You are Svc.', LIMITS);
const user = (content: unknown) => ({ role: 'user', content });
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{"a":' } });

function refusal(body: unknown): { code: string; message: string } {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('was not refused');
}

describe('parseChatRequest', () => {
  it.each([undefined, null, [], 'text', {}, { messages: null }, { messages: {} }, { messages: [] }])(
    'CHAT-02 refuses %j as messages_required',
    (body) => expect(refusal(body).code).toBe('messages_required'),
  );

  it.each([{}, { messages: [] }])(
    'CHAT-02 names the flag of a prompt that comes alone, beside %j',
    (more) => {
      const { code, message } = refusal({ prompt: { template: 'greet@production' }, ...more });
      expect(code).toBe('messages_required');
      expect(message).toContain('svc-beta: chat-extensions-2026-12-01');
      expect(refusal({ ...more }).message).not.toContain('svc-beta');
    },
  );

  it('CHAT-03 CHAT-04 takes 500 messages of any role and refuses 501', () => {
    const messages = Array.from({ length: 500 }, (_, i) =>
      i % 2 ? { role: 'system', content: '' } : user('x'),
    );
    expect(parse({ messages }).turns).toHaveLength(501);
    expect(refusal({ messages: [...messages, user('x')] }).code).toBe('too_many_messages');
  });

  it('puts the identity instruction ahead of the conversation, and nothing when it is empty', () => {
    const messages = [user('x')];
    const roles = (identity: string) =>
      parseChatRequest({ messages }, identity, LIMITS).turns.map(({ role }) => role);
    expect(roles('You are Svc.')).toEqual(['system', 'user']);
    expect(roles('')).toEqual(['user']);
  });

  it('counts messages before it looks into them', () => {
    expect(refusal({ messages: Array(501).fill(1), model: 3 }).code).toBe('too_many_messages');
  });

  it.each([
    [{ messages: [1] }, 'messages[0]'],
    [{ messages: [user('a'), { role: 'bot', content: '' }] }, 'messages[1].role'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
    [{ messages: [user(null)] }, 'messages[0].content'],
    [{ messages: [user(3)] }, 'messages[0].content'],
    [{ messages: [user([])] }, 'messages[0].content'],
    [{ messages: [user([{ type: 'image_url', image_url: {} }])] }, 'messages[0].content[0]'],
    [
      { messages: [user(Array.from({ length: 101 }, () => ({ type: 'text', text: 'x' })))] },
      'messages[0].content',
    ],
    [{ messages: [{ role: 'assistant', content: null }] }, 'messages[0].content'],
    [{ messages: [{ role: 'assistant', content: null, tool_calls: [] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'assistant', tool_calls: [{ id: 'a' }] }] }, 'messages[0].tool_calls[0]'],
    [{ messages: [{ role: 'assistant', tool_calls: 'x' }] }, 'messages[0].tool_calls'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    [{ messages: [{ role: 'tool', tool_call_id: 'nope', content: 'x' }] }, 'messages[0].tool_call_id'],
    [
      {
        messages: [
          { role: 'assistant', tool_calls: [call('a'), call('b')] },
          { role: 'tool', tool_call_id: 'a', content: '1' },
          user('?'),
        ],
      },
      'messages[2]',
    ],
    [{ messages: [user('a')], model: '' }, 'model'],
    [{ messages: [user('a')], model: null }, 'model'],
    [{ messages: [user('a')], stream: null }, 'stream'],
    [{ messages: [user('a')], stream: 'false' }, 'stream'],
    [{ messages: [user('a')], max_tokens: 0 }, 'max_tokens'],
    [{ messages: [user('a')], max_tokens: 1.5 }, 'max_tokens'],
    [{ messages: [user('a')], max_tokens: Infinity }, 'max_tokens'],
    [{ messages: [user('a')], tools: {} }, 'tools'],
    [{ messages: [user('a')], tools: [{ type: 'other' }] }, 'tools[0].type'],
    [
      { messages: [user('a')], tools: [{ type: 'function', function: { name: '' } }] },
      'tools[0].function.name',
    ],
    [
      { messages: [user('a')], tools: [{ type: 'function', function: { name: 'f', parameters: [] } }] },
      'tools[0].function.parameters',
    ],
    [{ messages: [user('a')], tool_choice: 'any' }, 'tool_choice'],
    [{ messages: [user('a')], tool_choice: { type: 'function', function: { name: 'f' } } }, 'tool_choice'],
  ])('refuses %j and names %s', (body, field) => {
    const { code, message } = refusal(body);
    expect(code).toBe('invalid_request');
    expect(message).toContain(field);
  });

  it('checks fields in the order of the contract: messages before model before stream', () => {
    expect(refusal({ messages: [1], model: 1, stream: 1 }).message).toContain('messages[0]');
    expect(refusal({ messages: [user('a')], model: 1, stream: 1 }).message).toContain('model');
  });

  it('CHAT-27 joins text parts in order', () => {
    const { turns } = parse({
      messages: [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ]),
      ],
    });
    expect(turns[1]?.blocks).toEqual([{ type: 'text', text: 'ab' }]);
  });

  it('CHAT-26 takes an assistant message that only carries calls, with content null, empty or left out', () => {
    const result = { role: 'tool', tool_call_id: 'a', content: '' };
    for (const content of [null, '', undefined]) {
      const { turns } = parse({
        messages: [{ role: 'assistant', content, tool_calls: [call('a')] }, result],
      });
      expect(turns[1]?.blocks.at(-1)).toEqual({ type: 'tool_call', id: 'a', name: 'f', arguments: '{"a":' });
    }
  });

  it('BILL-09 BILL-10 puts the identity instruction before the first message, with or without a system message', () => {
    for (const messages of [[user('a')], [{ role: 'system', content: 'Be brief.' }, user('a')]]) {
      const { turns } = parse({ messages });
      expect(turns[0]).toEqual({ role: 'system', blocks: [{ type: 'text', text: 'You are Svc.' }] });
      expect(turns).toHaveLength(messages.length + 1);
    }
  });

  it('D-09 treats null as absent for the optional fields', () => {
    expect(parse({ messages: [user('a')], max_tokens: null, tools: null, tool_choice: null })).toMatchObject({
      maxTokens: undefined,
      tools: [],
      toolChoice: 'auto',
      stream: true,
    });
  });

  it('ignores unknown fields at every level, and data named like a prototype', () => {
    const body = JSON.parse(
      '{"__proto__":{"model":5},"n":3,"seed":1,"messages":[{"role":"user","content":"a","name":"x","__proto__":{"role":"bot"}}]}',
    );
    expect(parse(body).requestedModel).toBeUndefined();
  });
});
