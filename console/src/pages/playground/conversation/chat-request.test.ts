import type { Model } from '@svc/sdk';
import { describe, expect, it } from 'vitest';
import { newReply } from './playground-reply.ts';
import { newSetup, type CallSetup } from '../setup/call-setup.ts';
import { chatRequest, needsAdditions } from './chat-request.ts';
import { messagesOf, pendingCalls, type Round } from './rounds.ts';

const ABLE = {
  tools: true,
  reasoning: true,
  json_schema: true,
  temperature: true,
  top_p: true,
  top_k: true,
  seed: true,
};
const model = (able: object, serverTools: string[] = []) =>
  ({ id: 'Svc', capabilities: { ...able, server_tools: serverTools } }) as unknown as Model;
const FULL: CallSetup = {
  ...newSetup('wrkspc_1'),
  system: 'Be kind.',
  maxTokens: 4096,
  sampling: { temperature: 0, top_p: 0.5, top_k: undefined, seed: 7 },
  stop: 'END\n\n \n',
  reasoning: { amount: 'tokens', tokens: 2048 },
  tools: [{ name: 'weather', description: '', schema: '{"type":"object"}' }],
  serverTools: ['svc_web_search'],
  format: { type: 'json_schema', schema: '{"type":"object"}', strict: true },
};

const CALL = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } } as const;
function round(position: number, answer: Partial<Round['answer']>, said?: Round['said']): Round {
  return {
    position,
    said: said ?? { type: 'message', text: `q${position}`, files: [] },
    answer: { ...newReply('Svc'), state: 'complete', ...answer },
  };
}

describe('the request of the playground', () => {
  it('has every setting that the model takes', () => {
    expect(chatRequest(FULL, model(ABLE, ['svc_web_search']), [{ role: 'user', content: 'Hi' }])).toEqual({
      model: 'Svc',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      max_tokens: 4096,
      temperature: 0,
      top_p: 0.5,
      seed: 7,
      stop: ['END', ' '],
      reasoning: { max_tokens: 2048 },
      tools: [
        { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } },
        { type: 'svc_web_search' },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'reply', schema: { type: 'object' }, strict: true },
      },
    });
  });

  it('leaves out what the model does not take, and is plain chat then', () => {
    const request = chatRequest({ ...FULL, stop: '' }, model({}), [{ role: 'user', content: 'Hi' }]);
    expect(Object.keys(request)).toEqual(['model', 'messages', 'max_tokens']);
    expect(needsAdditions(request)).toBe(false);
    expect(needsAdditions({ ...request, seed: 1 })).toBe(true);
    expect(needsAdditions({ ...request, tools: [{ type: 'svc_web_fetch' }] })).toBe(true);
  });

  it('sends a schema only when it is one', () => {
    const format = { ...FULL.format, schema: '[1]' };
    expect(chatRequest({ ...FULL, format }, model(ABLE), [])).not.toHaveProperty('response_format');
  });
});

describe('the messages of the rounds before', () => {
  const reasoning = [
    { text: 'Hm.', signature: 'signed' },
    { text: 'cut', signature: '' },
  ];

  it('are those that were answered; reasoning goes back signed, to the model that wrote it', () => {
    const rounds = [
      round(0, { text: 'one', reasoning }),
      round(1, { state: 'failed', text: 'half' }),
      round(2, { state: 'stopped' }),
      round(3, { state: 'stopped', text: 'some' }),
    ];
    const messages = messagesOf(rounds, 'Svc');
    expect(messages.map(({ content }) => content)).toEqual(['q0', 'one', 'q3', 'some']);
    expect(messages[1]).toEqual({ role: 'assistant', content: 'one', reasoning: [reasoning[0]] });
    expect(messagesOf(rounds, 'Other')[1]).toEqual({ role: 'assistant', content: 'one' });
  });

  it('have the results of tools behind the calls, which wait until a reply to the results has come', () => {
    const called = round(0, { calls: [CALL] });
    const results = { type: 'results', results: [{ id: 'call_1', name: 'weather', content: '12' }] } as const;
    expect(pendingCalls([called])).toEqual([CALL]);
    expect(pendingCalls([called, round(1, { state: 'failed' }, results)])).toEqual([CALL]);
    const responded = [called, round(1, { text: 'Cold.' }, results)];
    expect(pendingCalls(responded)).toEqual([]);
    expect(messagesOf(responded, 'Svc')).toEqual([
      { role: 'user', content: 'q0' },
      { role: 'assistant', content: null, tool_calls: [CALL] },
      { role: 'tool', tool_call_id: 'call_1', content: '12' },
      { role: 'assistant', content: 'Cold.' },
    ]);
  });
});
