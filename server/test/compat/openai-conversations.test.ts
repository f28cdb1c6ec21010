import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, CHAT, messagesSent, refusalOf, sent, startCompat, tool, user } from './openai-fixture.ts';
import { readOpenAiStream } from './read-openai-stream.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

const call = (id: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: args },
});

async function finishReason(fields: Readonly<Record<string, unknown>>): Promise<string | null> {
  const response = await ask(service, { stream: true, ...fields });
  return readOpenAiStream(await response.text()).finishReason;
}

describe('conversations', () => {
  it('COMPO-05 COMPG-10 COMPG-11 reaches the engine as turns that every engine takes', async () => {
    const messages = await messagesSent(service, upstream, {
      messages: [
        { role: 'system', content: 'One.' },
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'Two' },
            { type: 'text', text: '.' },
          ],
        },
        user('a'),
        user([{ type: 'text', text: 'b' }]),
        { role: 'assistant', content: '', refusal: null },
        { role: 'system', content: 'Late.' },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }], reasoning_content: 'hm' },
        user('c'),
      ],
    });
    expect(messages).toEqual([
      { role: 'system', content: 'One.\n\nTwo.' },
      { role: 'user', content: 'a\n\nb\n\n<system-reminder>Late.</system-reminder>' },
      { role: 'assistant', content: 'No.' },
      { role: 'user', content: 'c' },
    ]);
  });

  it('COMPG-13 pairs calls with results, and sends arguments back as they were written', async () => {
    const messages = await messagesSent(service, upstream, {
      tools: [tool('f')],
      messages: [
        user('a'),
        { role: 'assistant', content: null, tool_calls: [call('1', '{"a":'), call('2', '[]')] },
        { role: 'tool', tool_call_id: '2', content: [{ type: 'text', text: 'two', role: 'x' }] },
        user('b'),
        { role: 'tool', tool_call_id: '1', content: null },
      ],
    });
    expect(messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [call('1', '{"a":'), call('2', '[]')] },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'tool', tool_call_id: '1', content: '' },
      { role: 'user', content: 'b' },
    ]);
    const asked = { role: 'assistant', tool_calls: [call('1')] };
    const result = { role: 'tool', tool_call_id: '1', content: 'x' };
    for (const wrong of [
      [user('a'), asked],
      [user('a'), asked, user('b')],
      [user('a'), result],
      [user('a'), asked, result, result],
    ])
      expect(await refusalOf(service, { messages: wrong })).toBe(
        '400 invalid_request_error invalid_request messages',
      );
  });

  it('COMPO-05 takes pictures of users, by data', async () => {
    const url = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA';
    const [picture] = await messagesSent(service, upstream, {
      messages: [user([{ type: 'image_url', image_url: { url, detail: 'original' }, cache_control: {} }])],
    });
    expect(picture).toEqual({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });
  });

  it('COMPG-14 a reply with calls is one whatever the engine says of its end', async () => {
    const said = streamOf(
      [
        chunk({
          tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
        }),
      ],
      { finishReason: 'stop' },
    );
    upstream.script(said);
    expect(await finishReason({ tools: [tool('f')] })).toBe('tool_calls');
    upstream.script(textReply('Hi', { finishReason: 'tool_calls' }));
    expect(await finishReason({})).toBe('stop');
  });
});

describe('limits', () => {
  it('COMPG-08 lowers the output to what the model and its window have', async () => {
    expect(await sent(service, upstream, { max_tokens: 1_000_000 })).toMatchObject({ max_tokens: 16_384 });
    const long = 'word '.repeat(250_000);
    const body = await sent(service, upstream, { max_tokens: 16_384, messages: [user(long)] });
    expect(body['max_tokens']).toBeGreaterThan(0);
    expect(body['max_tokens']).toBeLessThan(16_384);
    expect(await refusalOf(service, { messages: [user(long + long)] })).toBe(
      '400 invalid_request_error context_length_exceeded messages',
    );
  });

  it('COMPG-06 COMPE-09 takes as many messages as agents send, and not many more', async () => {
    const messages = (count: number) => Array.from({ length: count }, () => user('x'));
    expect((await ask(service, { messages: messages(2000) })).status).toBe(200);
    expect(await refusalOf(service, { messages: messages(10_001) })).toBe(
      '400 invalid_request_error array_above_max_length messages',
    );
  });

  it('COMPG-09 leaves out what a model cannot do, and refuses by name what the answer depends on', async () => {
    const model = { model: 'Svc Mini' };
    const plain = await sent(service, upstream, model);
    expect(
      await sent(service, upstream, {
        ...model,
        temperature: 0,
        top_p: 1,
        seed: 1,
        presence_penalty: 1,
        reasoning_effort: 'high',
        parallel_tool_calls: true,
      }),
    ).toEqual(plain);
    const url = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA';
    for (const [fields, refusal] of [
      [{ tools: [tool('f')] }, 'unsupported_parameter tools'],
      [{ response_format: { type: 'json_object' } }, 'unsupported_parameter response_format'],
      [
        { messages: [user([{ type: 'image_url', image_url: { url } }])] },
        'unsupported_content messages[0].content[0]',
      ],
    ] as const)
      expect(await refusalOf(service, { ...model, ...fields })).toBe(`400 invalid_request_error ${refusal}`);
  });

  it('COMPG-04 reads neither our headers nor those of the vendor, nor the query', async () => {
    const headers = {
      'svc-version': 'x',
      'svc-beta': 'y',
      'anthropic-version': '1',
      'openai-organization': 'o',
      'idempotency-key': 'k',
    };
    expect((await ask(service, {}, headers)).status).toBe(200);
    const queried = await service.post(`${CHAT}?beta=true`, MAIN_KEY, {
      model: 'Svc Standard',
      messages: [user('Hi')],
    });
    expect(queried.status).toBe(200);
  });
});
