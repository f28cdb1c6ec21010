import { describe, expect, it } from 'vitest';
import { requestOf, WEATHER_TOOL } from '../../test-support/requests.ts';
import type { Block, ImageBlock, Turn } from '../../turns.ts';
import { toRequestBody } from './request-body.ts';

const TARGET = { model: 'upstream-name', promptCaching: 'off', origin: 'main upstream-name' } as const;

function bodyOf(...args: Parameters<typeof requestOf>): Record<string, unknown> {
  return JSON.parse(toRequestBody(requestOf(...args), TARGET) as string) as Record<string, unknown>;
}

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const turn = (role: Turn['role'], ...blocks: (Block | string)[]): Turn => ({
  role,
  blocks: blocks.map((block) => (typeof block === 'string' ? text(block) : block)),
});
const call = (id: string, args: string): Block => ({
  type: 'tool_call',
  id,
  name: 'weather',
  arguments: args,
});
const result = (callId: string, value: string, more: object = {}): Block => ({
  type: 'tool_result',
  callId,
  text: value,
  ...more,
});
const PICTURE: ImageBlock = { type: 'image', mediaType: 'image/png', data: 'iVBO' };
const WIRE_PICTURE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
const messagesOf = (...turns: Turn[]): unknown => bodyOf({ turns })['messages'];

describe('toRequestBody', () => {
  it('CHAT-18 sends exactly the requested options', () => {
    expect(bodyOf({ stream: false })).toEqual({
      model: 'upstream-name',
      messages: [{ role: 'user', content: [text('Hi')] }],
      max_tokens: 100,
      stream: false,
    });
    expect(
      bodyOf({ sampling: { temperature: 0.5, topP: 0.9, topK: 7 }, stopSequences: ['x'] }),
    ).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      top_k: 7,
      stream: true,
    });
    expect(bodyOf({ stopSequences: ['x'] })).not.toHaveProperty('stop_sequences');
  });

  it('BILL-09 MSG-10 puts all instructions into the system field, in order and separate', () => {
    const turns = [
      turn('system', 'You are ', 'Svc.'),
      turn('system', 'Be brief.'),
      turn('user', 'Hi'),
      turn('system', 'Now.'),
    ];
    expect(bodyOf({ turns })).toMatchObject({
      system: [text('You are '), text('Svc.'), text('Be brief.'), text('Now.')],
      messages: [{ role: 'user', content: [text('Hi')] }],
    });
    expect(bodyOf({ turns: [turn('system', ''), turn('user', 'Hi')] })).not.toHaveProperty('system');
  });

  it('MSG-28 MSG-29 sends images unchanged and documents as text', () => {
    const document: Block = { type: 'document', title: 'Notes', text: 'All of it.' };
    expect(
      messagesOf(
        turn('user', 'See ', 'this:', PICTURE, document, { ...document, title: undefined }, 'Well?'),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          text('See '),
          text('this:'),
          WIRE_PICTURE,
          text('Notes\n\nAll of it.\n\n'),
          text('All of it.\n\n'),
          text('Well?'),
        ],
      },
    ]);
  });

  it('CHAT-39 MSG-31 answers all calls first, in one message, with images and errors', () => {
    const messages = messagesOf(
      turn('user', 'Weather?'),
      turn('assistant', 'I look.', call('c1', '{"city":"Ulm"}'), call('c2', '')),
      turn('user', 'There: ', result('c2', 'noon', { images: [PICTURE] })),
      turn('user', result('c1', 'none', { isError: true, images: [PICTURE] })),
      turn('user', 'Well?'),
    );
    expect(messages).toEqual([
      { role: 'user', content: [text('Weather?')] },
      {
        role: 'assistant',
        content: [
          text('I look.'),
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Ulm' } },
          { type: 'tool_use', id: 'c2', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c2', content: [text('noon'), WIRE_PICTURE] },
          { type: 'tool_result', tool_use_id: 'c1', content: [text('none')], is_error: true },
          text('There: '),
          WIRE_PICTURE,
          text('Well?'),
        ],
      },
    ]);
  });

  it.each(['{"city": "Ulm",}', '[1]', '"x"', 'null', '7', '9007199254740993', '{"a":'])(
    'CHAT-38 shows the model arguments that are not an object: %s',
    (args) => {
      const messages = messagesOf(
        turn('user', 'q'),
        turn('assistant', call('c1', args)),
        turn('user', result('c1', '')),
      );
      expect(messages).toMatchObject([
        {},
        { content: [{ type: 'tool_use', input: { arguments: args } }] },
        {},
      ]);
    },
  );

  it('CHAT-28 does not change numbers in arguments, whatever their size', () => {
    const args = '{"id":9007199254740993,"x":0.5}';
    const turns = [turn('user', 'q'), turn('assistant', call('c1', args)), turn('user', result('c1', ''))];
    expect(toRequestBody(requestOf({ turns }), TARGET)).toContain(`"input":${args}`);
  });

  it('MSG-32 sends reasoning of the current turn as text, and omits earlier reasoning', () => {
    const reasoning = (value: string): Block => ({ type: 'reasoning', text: value });
    const messages = messagesOf(
      turn('user', 'q'),
      turn('assistant', reasoning('old'), 'a'),
      turn('user', 'q2'),
      turn('assistant', reasoning('hm'), 'So', call('c1', '{}')),
      turn('user', result('c1', 'r')),
      turn('assistant', reasoning('now'), 'It is '),
    );
    expect(messages).toEqual([
      { role: 'user', content: [text('q')] },
      { role: 'assistant', content: [text('a')] },
      { role: 'user', content: [text('q2')] },
      {
        role: 'assistant',
        content: [
          text('<thinking>\nhm\n</thinking>\n\n'),
          text('So'),
          { type: 'tool_use', id: 'c1', name: 'weather', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [text('r')] }] },
      { role: 'assistant', content: [text('<thinking>\nnow\n</thinking>\n\n'), text('It is')] },
    ]);
  });

  it('MSG-33 sends the text of a compaction block', () => {
    expect(
      messagesOf(turn('assistant', { type: 'compaction', text: 'So far: x.' }), turn('user', 'q')),
    ).toEqual([
      { role: 'user', content: [text('Begin.')] },
      { role: 'assistant', content: [text('So far: x.')] },
      { role: 'user', content: [text('q')] },
    ]);
  });

  it('CHAT-05 omits blank blocks and joins adjacent turns of one role', () => {
    expect(
      messagesOf(
        turn('user', 'a'),
        turn('user', ' \n'),
        turn('assistant', ''),
        turn('user', 'b'),
        turn('assistant', ' '),
      ),
    ).toEqual([{ role: 'user', content: [text('a'), text('b')] }]);
    const nothing = [{ role: 'user', content: [text('Begin.')] }];
    expect(messagesOf(turn('user', ''))).toEqual(nothing);
    expect(messagesOf(turn('system', 'Write a poem.'))).toEqual(nothing);
  });

  it('D-50 lets the model continue an assistant turn, which must not end in whitespace', () => {
    expect(messagesOf(turn('user', 'q'), turn('assistant', 'It is \n'))).toEqual([
      { role: 'user', content: [text('q')] },
      { role: 'assistant', content: [text('It is')] },
    ]);
  });
});

describe('tools', () => {
  const WIRE_TOOL = {
    name: 'weather',
    description: 'Looks it up',
    input_schema: { type: 'object', properties: {} },
  };

  it.each([
    ['auto', undefined, { type: 'auto' }],
    ['auto', true, { type: 'auto' }],
    ['auto', false, { type: 'auto', disable_parallel_tool_use: true }],
    ['any', false, { type: 'any', disable_parallel_tool_use: true }],
    ['none', false, { type: 'none' }],
    [{ name: 'weather' }, undefined, { type: 'tool', name: 'weather' }],
    [{ name: 'weather' }, false, { type: 'tool', name: 'weather', disable_parallel_tool_use: true }],
  ] as const)(
    'MSG-15 MSG-16 MSG-17 translates the choice %j, in parallel: %s',
    (toolChoice, parallel, expected) => {
      const parallelToolCalls = parallel === undefined ? {} : { parallelToolCalls: parallel };
      const body = bodyOf({ tools: [WEATHER_TOOL], toolChoice, ...parallelToolCalls });
      expect(body).toMatchObject({ tools: [WIRE_TOOL], tool_choice: expected });
      expect(body['tool_choice']).toEqual(expected);
    },
  );

  it('gives a tool without parameters an object schema, and passes on strict', () => {
    expect(bodyOf({ tools: [{ name: 'f' }, { name: 'g', parameters: {}, strict: true }] })['tools']).toEqual([
      { name: 'f', input_schema: { type: 'object' } },
      { name: 'g', input_schema: { type: 'object' }, strict: true },
    ]);
  });

  it('declares the called tools of a history without tools, and allows no call', () => {
    const turns = [
      turn('user', 'q'),
      turn('assistant', call('a', ''), call('b', '')),
      turn('user', result('a', ''), result('b', '')),
    ];
    expect(bodyOf({ turns })).toMatchObject({
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    });
    expect(bodyOf({ turns })['tools']).toHaveLength(1);
    expect(bodyOf({ toolChoice: 'none' })).not.toHaveProperty('tool_choice');
  });
});

describe('reasoning', () => {
  const asked = (more: Parameters<typeof requestOf>[0]): unknown => {
    const { thinking, output_config: output } = bodyOf({ maxOutputTokens: 9000, ...more });
    return [thinking, output];
  };
  const BUDGET = { maxTokens: 2000 };
  const EFFORT = { effort: 'high' } as const;
  const AFTER_CALL = [turn('user', 'q'), turn('assistant', call('a', '{}')), turn('user', result('a', 'r'))];

  it('D-37 requests a level by level and a budget by tokens, below the total', () => {
    expect(asked({ reasoning: EFFORT })).toEqual([{ type: 'adaptive' }, { effort: 'high' }]);
    expect(asked({ reasoning: BUDGET })).toEqual([{ type: 'enabled', budget_tokens: 2000 }, undefined]);
    expect(asked({ reasoning: BUDGET, maxOutputTokens: 2000 })).toEqual([
      { type: 'enabled', budget_tokens: 1999 },
      undefined,
    ]);
    expect(asked({})).toEqual([undefined, undefined]);
  });

  it('omits it where a server would refuse the whole request', () => {
    const none = [undefined, undefined];
    const continued = [turn('user', 'q'), turn('assistant', 'It is')];
    for (const reasoning of [EFFORT, BUDGET]) {
      expect(asked({ reasoning, tools: [WEATHER_TOOL], toolChoice: 'any' })).toEqual(none);
      expect(asked({ reasoning, tools: [WEATHER_TOOL], toolChoice: { name: 'weather' } })).toEqual(none);
      expect(asked({ reasoning, turns: continued })).toEqual(none);
    }
    expect(asked({ reasoning: BUDGET, maxOutputTokens: 1024 })).toEqual(none);
    expect(asked({ reasoning: BUDGET, turns: AFTER_CALL })).toEqual(none);
    expect(asked({ reasoning: EFFORT, turns: AFTER_CALL })).toEqual([
      { type: 'adaptive' },
      { effort: 'high' },
    ]);
  });
});

it('writes a large request in pieces that form the same JSON', async () => {
  const long = 'é"\\ '.repeat(300_000);
  const turns = [
    turn('user', long),
    turn('assistant', call('a', JSON.stringify({ messages: [long] }))),
    turn('user', result('a', long)),
  ];
  const parameters = { properties: { messages: { enum: [] } } };
  const body = toRequestBody(requestOf({ turns, tools: [{ name: 'f', parameters }] }), TARGET);
  if (typeof body === 'string') throw new Error('was written at once');
  const chunks: Buffer[] = [];
  for await (const chunk of body()) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(3);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({
    messages: [
      { role: 'user', content: [{ text: long }] },
      { role: 'assistant', content: [{ type: 'tool_use', input: { messages: [long] } }] },
      { role: 'user', content: [{ type: 'tool_result' }] },
    ],
    tools: [{ name: 'f', input_schema: { type: 'object', ...parameters } }],
  });
});
