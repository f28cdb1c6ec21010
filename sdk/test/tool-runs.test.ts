import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  SvcError,
  tool,
  TooManyTurnsError,
  type ChatCompletion,
  type Message,
  type Svc,
} from '../src/index.ts';
import { json, refusal, scriptedClient, streamed, type SentRequest } from './scripted-fetch.ts';

const USAGE = { input_tokens: 1, output_tokens: 1 };
const ASKED = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Weather?' }] };

function message(stop_reason: string, content: object[]): Response {
  return json({ id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason, usage: USAGE });
}
const call = (id: string, input: object, name = 'weather') => ({ type: 'tool_call', id, name, input });
const calls = (...content: object[]): Response => message('tool_call', content);
const done = (): Response => message('end_turn', [{ type: 'text', text: 'Sunny.' }]);

function completion(tool_calls: object[] | undefined, content: string | null = null): Response {
  const finish_reason = tool_calls ? 'tool_calls' : 'stop';
  const reply = { role: 'assistant', content, ...(tool_calls && { tool_calls }) };
  return json({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: reply, finish_reason }] });
}
const chatCall = (id: string, args: string) => ({
  id,
  type: 'function',
  function: { name: 'weather', arguments: args },
});

const bodyOf = ({ init }: SentRequest) => JSON.parse(init.body as string) as Record<string, unknown>;

const weather = tool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: ({ city }) => `Sunny in ${city}`,
});

describe('a run of messages', () => {
  it('asks again with the results until the model calls no tool', async () => {
    const { svc, sent } = scriptedClient([
      calls(
        { type: 'text', text: 'Let me see.' },
        call('t1', { city: 'Oslo' }),
        call('t2', { city: 'Rome' }),
      ),
      done(),
    ]);
    const run = svc.messages.runTools({ ...ASKED, tools: [weather] });
    const replies: Message[] = [];
    for await (const reply of run) replies.push(reply);
    expect(replies.map(({ stop_reason: reason }) => reason)).toEqual(['tool_call', 'end_turn']);
    expect(await run.final()).toEqual(replies[1]);
    const declared = {
      type: 'function',
      function: {
        name: 'weather',
        description: 'The weather in a city',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    };
    expect(sent.map((each) => bodyOf(each)['tools'])).toEqual([[declared], [declared]]);
    const grown = [
      ...ASKED.messages,
      { role: 'assistant', content: replies[0]!.content },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_call_id: 't1', content: 'Sunny in Oslo' },
          { type: 'tool_result', tool_call_id: 't2', content: 'Sunny in Rome' },
        ],
      },
    ];
    expect(bodyOf(sent[1]!)['messages']).toEqual(grown);
    expect(run.messages).toEqual([...grown, { role: 'assistant', content: replies[1]!.content }]);
  });

  it('tells the model what a tool threw, what parse refused and that a tool is unknown', async () => {
    const failing = tool({
      name: 'failing',
      parameters: { type: 'object' },
      run: (): string => {
        throw new Error('no such city');
      },
    });
    const strict = tool({
      name: 'strict',
      parameters: { type: 'object' },
      parse: (input): { n: number } => {
        if (typeof (input as { n?: unknown }).n !== 'number') throw new Error('n must be a number');
        return input as { n: number };
      },
      run: ({ n }) => String(n),
    });
    const { svc, sent } = scriptedClient([
      calls(
        call('1', {}, 'failing'),
        call('2', { n: 'x' }, 'strict'),
        call('3', {}, 'unheard'),
        call('4', { n: 4 }, 'strict'),
      ),
      done(),
    ]);
    await svc.messages.runTools({ ...ASKED, tools: [failing, strict] }).final();
    const { content } = (
      bodyOf(sent[1]!)['messages'] as { content: { content: string; is_error?: boolean }[] }[]
    ).at(-1)!;
    expect(content.map(({ content: text, is_error: failed = false }) => [text, failed])).toEqual([
      ['Error: no such city', true],
      ['Error: n must be a number', true],
      ['Error: There is no tool called unheard.', true],
      ['4', false],
    ]);
  });

  it('stops at maxTurns, with the conversation to go on from', async () => {
    const { svc, sent } = scriptedClient([1, 2, 3].map((n) => calls(call(`t${n}`, { city: 'Oslo' }))));
    const error = await svc.messages
      .runTools({ ...ASKED, tools: [weather] }, { maxTurns: 2 })
      .final()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TooManyTurnsError);
    expect(sent).toHaveLength(2);
    expect((error as TooManyTurnsError).messages.at(-1)).toMatchObject({ content: [{ tool_call_id: 't2' }] });
    for (const maxTurns of [0, Number.NaN])
      expect(() => svc.messages.runTools({ ...ASKED, tools: [] }, { maxTurns })).toThrow('maxTurns');
  });

  it('forces a call only once', async () => {
    const { svc, sent } = scriptedClient([calls(call('t1', { city: 'Oslo' })), done()]);
    await svc.messages.runTools({ ...ASKED, tools: [weather], tool_choice: { type: 'any' } }).final();
    expect(sent.map((each) => bodyOf(each)['tool_choice'])).toEqual([{ type: 'any' }, undefined]);
  });

  it('ends with a call that the caller answers, and with a reply that was cut', async () => {
    const other = { type: 'function' as const, function: { name: 'other' } };
    const { svc, sent } = scriptedClient([
      calls(call('t1', { city: 'Oslo' }), call('t2', {}, 'other')),
      message('max_tokens', [call('t3', {})]),
    ]);
    expect((await svc.messages.runTools({ ...ASKED, tools: [weather, other] }).final()).stop_reason).toBe(
      'tool_call',
    );
    expect((await svc.messages.runTools({ ...ASKED, tools: [weather] }).final()).stop_reason).toBe(
      'max_tokens',
    );
    expect(sent).toHaveLength(2);
  });

  it('can be given up, also while a tool runs that does not heed the signal', async () => {
    const giveUp = new AbortController();
    const slow = tool({
      name: 'weather',
      parameters: { type: 'object' },
      run: (_, { signal }) => {
        expect(signal).toBe(giveUp.signal);
        setTimeout(() => giveUp.abort(new Error('enough')), 1);
        return new Promise<string>(() => undefined);
      },
    });
    const { svc, sent } = scriptedClient([calls(call('t1', {})), done()]);
    const run = svc.messages.runTools({ ...ASKED, tools: [slow] }, { signal: giveUp.signal });
    await expect(run.final()).rejects.toThrow('enough');
    expect(sent).toHaveLength(1);
  });

  it('throws what a call of the model fails with, and has no last reply when its loop was left', async () => {
    const { svc } = scriptedClient([
      calls(call('t1', { city: 'Oslo' })),
      refusal(401, 'authentication_error', 'revoked_api_key'),
      calls(),
    ]);
    await expect(svc.messages.runTools({ ...ASKED, tools: [weather] }).final()).rejects.toMatchObject({
      code: 'revoked_api_key',
    });
    const left = svc.messages.runTools({ ...ASKED, tools: [weather] });
    for await (const _ of left) break;
    await expect(left.final()).rejects.toBeInstanceOf(SvcError);
  });

  it('gives each reply as a stream, and hangs up on the one its loop was left at', async () => {
    const events = [
      { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', usage: USAGE } },
      { type: 'block_start', index: 0, block: { type: 'text', text: '' } },
      { type: 'block_delta', index: 0, delta: { type: 'text_delta', text: 'Sunny.' } },
      { type: 'block_stop', index: 0 },
      { type: 'message_delta', stop_reason: 'end_turn', stop_sequence: null, usage: USAGE },
      { type: 'message_stop' },
    ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    const { svc, sent } = scriptedClient([streamed(events), streamed(events)]);
    const texts: string[] = [];
    const run = svc.messages.runTools({ ...ASKED, stream: true, tools: [weather] });
    for await (const stream of run) for await (const text of stream.text()) texts.push(text);
    expect([texts, (await run.final()).stop_reason]).toEqual([['Sunny.'], 'end_turn']);
    for await (const _ of svc.messages.runTools({ ...ASKED, stream: true, tools: [weather] })) break;
    expect(sent[1]!.init.signal!.aborted).toBe(true);
  });
});

describe('a run of chat', () => {
  it('asks again with the results until the model calls no tool, whole or not', async () => {
    const { svc, sent } = scriptedClient([
      completion([chatCall('t1', '{"city":"Oslo"}'), chatCall('t2', '{"city":')]),
      completion(undefined, 'Sunny.'),
    ]);
    const messages = [{ role: 'user' as const, content: 'Weather?' }];
    const run = svc.chat.completions.runTools({ messages, tools: [weather], tool_choice: 'required' });
    expect((await run.final()).choices[0]!.message.content).toBe('Sunny.');
    const [first, second] = sent.map(bodyOf);
    expect([first!['stream'], first!['tool_choice'], second!['tool_choice']]).toEqual([
      false,
      'required',
      undefined,
    ]);
    expect((second!['messages'] as unknown[]).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 't1', content: 'Sunny in Oslo' },
      { role: 'tool', tool_call_id: 't2', content: expect.stringMatching(/^Error: .*JSON/) },
    ]);
    expect(run.messages).toHaveLength(5);
  });

  it('ends with a call that the caller answers', async () => {
    const { svc, sent } = scriptedClient([completion([chatCall('t1', '{}')])]);
    const vendor = { type: 'function' as const, function: { name: 'weather' } };
    const reply = await svc.chat.completions.runTools({ messages: [], tools: [vendor] }).final();
    expect([reply.choices[0]!.finish_reason, sent.length]).toEqual(['tool_calls', 1]);
  });
});

describe('the type of a tool', () => {
  it('follows from its schema', () => {
    tool({
      name: 'typed',
      parameters: {
        type: 'object',
        properties: {
          unit: { enum: ['C', 'F'] },
          days: { type: 'array', items: { type: 'integer' } },
          exact: { type: 'boolean' },
          place: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          more: { type: 'object' },
        },
        required: ['unit', 'days'],
      },
      run: (input) => {
        expectTypeOf(input.unit).toEqualTypeOf<'C' | 'F'>();
        expectTypeOf(input.days).toEqualTypeOf<number[]>();
        expectTypeOf(input.exact).toEqualTypeOf<boolean | undefined>();
        expectTypeOf(input.place).toEqualTypeOf<string | null | undefined>();
        expectTypeOf(input.more).toBeUnknown();
        return '';
      },
    });
  });

  it('knows what a run gives, and that chat takes no images', () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } } as const;
    const picture = tool({ name: 'picture', parameters: {}, run: () => [image] });
    // For the compiler alone.
    const compiled = ({ messages, chat }: Svc): void => {
      const run = messages.runTools({ ...ASKED, tools: [picture, weather] });
      expectTypeOf(run.final()).resolves.toEqualTypeOf<Message>();
      const talk = chat.completions.runTools({ messages: [], tools: [weather] });
      expectTypeOf(talk.final()).resolves.toEqualTypeOf<ChatCompletion>();
      // @ts-expect-error -- images are for messages
      chat.completions.runTools({ messages: [], tools: [picture] });
    };
    expect(compiled).toBeTypeOf('function');
  });
});
