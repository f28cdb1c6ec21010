import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  oneOrganization,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askExtended, askStreamExtended, askWholeExtended, CHAT, refusedExtended } from './chat/extended.ts';
import { ableModel } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('ok'));
  const deployment = ableModel(upstream.baseUrl) as { models: { capabilities: object }[] };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, seed: true, penalties: true },
  }));
  const plain = { ...models[0]!, id: 'Svc Plain', default: false, capabilities: {} };
  const plans = [
    { id: 'pro', paid: true, monthly_tokens: 1_000_000_000, models: ['Svc Standard', 'Svc Plain'] },
  ];
  service = await startRunningService({
    deployment: { ...deployment, models: [...models, plain], plans },
    provisioning: oneOrganization(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const user = (content: unknown) => ({ role: 'user', content });
const usage = { prompt_tokens: 20, completion_tokens: 8, completion_tokens_details: { reasoning_tokens: 3 } };
const lastBody = () => upstream.requests.at(-1)!.body;

it('CHAT-83 CHAT-85 D-33 requested options reach the engine', async () => {
  upstream.script(textReply('one'));
  await askWholeExtended(service, {
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    seed: 3,
    presence_penalty: 1,
    frequency_penalty: -1,
    reasoning: { effort: 'high' },
    tools: [{ type: 'function', function: { name: 'f', strict: true } }],
    tool_choice: 'required',
    parallel_tool_calls: false,
  });
  expect(lastBody()).toMatchObject({
    temperature: 0.5,
    top_p: 0.9,
    top_k: 7,
    seed: 3,
    presence_penalty: 1,
    frequency_penalty: -1,
    reasoning_effort: 'high',
    tools: [{ type: 'function', function: { name: 'f', strict: true } }],
    tool_choice: 'required',
    parallel_tool_calls: false,
  });
});

it('CHAT-85 D-33 D-34 D-61 unsupported options are refused by name, for this model or for all', async () => {
  const cases: [string, object][] = [
    ['temperature', { temperature: 1 }],
    ['top_p', { top_p: 1 }],
    ['top_k', { top_k: 1 }],
    ['seed', { seed: 1 }],
    ['presence_penalty', { presence_penalty: 0, frequency_penalty: 0 }],
    ['frequency_penalty', { frequency_penalty: 0 }],
    ['reasoning', { reasoning: {} }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['parallel_tool_calls', { parallel_tool_calls: true }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['tools[0].type', { tools: [{ type: 'svc_web_search' }] }],
    ['citations', { citations: { enabled: true } }],
  ];
  for (const [param, fields] of cases) {
    expect(await refusedExtended(service, { model: 'Svc Plain', ...fields })).toBe(
      `400 unsupported_parameter ${param}`,
    );
  }
  const file = { type: 'file', file: { filename: 'a.txt', file_data: 'data:text/plain;base64,QUFB' } };
  expect(
    await refusedExtended(service, {
      model: 'Svc Plain',
      messages: [user([{ type: 'text', text: 'x' }, file])],
    }),
  ).toBe('400 unsupported_content messages[0].content[1]');
  expect(await refusedExtended(service, { n: 2 })).toBe('400 unsupported_parameter n');
  expect(await refusedExtended(service, { foo: 1 })).toBe('400 unknown_parameter foo');
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA' } };
  expect(await refusedExtended(service, { model: 'Svc Plain', messages: [user([picture])] })).toBe(
    '400 unsupported_content messages[0].content[0]',
  );
});

it('D-33 D-93 the flag is accepted next to others, and applies to one request', async () => {
  upstream.script(textReply('ok'));
  expect(
    await refusedExtended(service, { foo: 1 }, CHAT, 'admin-2026-11-01, chat-extensions-2026-12-01'),
  ).toBe('400 unknown_parameter foo');
  expect(await refusedExtended(service, { messages: 1 }, CHAT, 'admin-2026-11-01')).toBe(
    '400 messages_required null',
  );
  expect(await refusedExtended(service, { foo: 1 }, CHAT, 'chat-extensions-2026-12-02')).toBe(
    '400 unknown_beta svc-beta',
  );
});

it('CHAT-83 D-33 D-25 D-31 options not requested behave as in live chat: streamed, lowered and answered by the default model', async () => {
  upstream.script(textReply('ok'));
  const streamed = await askExtended(service, { max_tokens: 1_000_000 });
  expect([streamed.status, streamed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  await streamed.text();
  expect(lastBody()).toMatchObject({ max_tokens: 16_384 });
  const other = await askExtended(service, { model: 'no such model', stream: false });
  expect(other.status).toBe(200);
  expect(await other.json()).toMatchObject({ model: 'Svc Standard' });
});

it('CHAT-86 D-35 each outcome has its finish reason', async () => {
  upstream.script(textReply('some', { finishReason: 'content_filter' }));
  expect((await askWholeExtended(service)).choices[0]!.finish_reason).toBe('content_filter');
  upstream.script(
    rawReply(
      ['one S', 'TOP two']
        .map((content) => sse(chunk({ content })))
        .concat(sse(chunk({}, 'stop')), sse('[DONE]')),
    ),
  );
  const chunks = await askStreamExtended(service, { stop: ['STOP'] });
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('one ');
  expect(chunks.findLast(({ choices }) => choices.length > 0)!.choices[0]!.finish_reason).toBe(
    'stop_sequence',
  );
});

it('CHAT-89 D-34 usage reports cached and reasoning tokens, and a stream can omit it', async () => {
  upstream.script(textReply('ok', { usage: { ...usage, prompt_tokens_details: { cached_tokens: 16 } } }));
  const counts = {
    prompt_tokens: 20,
    completion_tokens: 8,
    total_tokens: 28,
    cached_tokens: 16,
    prompt_tokens_details: { cached_tokens: 16 },
    completion_tokens_details: { reasoning_tokens: 3 },
  };
  expect((await askWholeExtended(service)).usage).toEqual(counts);
  expect((await askStreamExtended(service)).at(-1)).toMatchObject({ choices: [], usage: counts });
  expect(
    (await askStreamExtended(service, { stream_options: { include_usage: true } })).at(-1)!.usage,
  ).toEqual(counts);
  expect(
    (await askStreamExtended(service, { stream_options: { include_usage: false } })).every(
      (each) => each.usage === undefined,
    ),
  ).toBe(true);
  upstream.script(textReply('ok', { usage: { prompt_tokens: 20, completion_tokens: 8 } }));
  expect((await askWholeExtended(service)).usage).toMatchObject({
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  });
});

const REASON = { reasoning: { effort: 'low' } };
const thinking = streamOf(
  [
    chunk({ reasoning_content: 'Let me ' }),
    chunk({ reasoning_content: 'see.' }),
    'So',
    chunk({ reasoning_content: 'Or?' }),
    ' on.',
  ],
  {
    finishReason: 'stop',
    usage,
  },
);

it('D-34 D-45 reasoning is shown and signed on request, streamed and whole', async () => {
  upstream.script(thinking);
  const { message } = (await askWholeExtended(service, REASON)).choices[0]!;
  expect(message).toEqual({
    role: 'assistant',
    content: 'So on.',
    reasoning: ['Let me see.', 'Or?'].map((text) => ({
      text,
      signature: expect.stringMatching(/^v1(\.[\w-]+){4}$/),
    })),
  });
  const parts = (await askStreamExtended(service, REASON)).flatMap(
    ({ choices }) => choices[0]?.delta.reasoning ?? [],
  );
  const joined = [0, 1].map((index) => parts.filter((piece) => piece.index === index));
  expect(joined.map((block) => block.map(({ text }) => text).join(''))).toEqual(['Let me see.', 'Or?']);
  for (const block of joined)
    expect(block.map(({ signature }) => signature !== undefined)).toEqual(
      block.map((_, i) => i === block.length - 1),
    );
  expect((await askWholeExtended(service)).choices[0]!.message).toEqual({
    role: 'assistant',
    content: 'So on.',
  });
});

it('D-34 D-45 D-46 reasoning is returned to the engine unchanged, and refused when edited, moved or omitted', async () => {
  const history = (reply: object) => ({ ...REASON, messages: [user('a'), reply, user('b')] });
  const calls = toolCalls([{ name: 'f', arguments: '{"a":1}' }], { usage });
  const thought = (...parts: (string | object)[]) => streamOf(parts, { finishReason: 'stop', usage });
  const think = (text: string) => chunk({ reasoning_content: text });
  for (const [script, more] of [
    [thought(think('First.'), 'Well', think('Second.'), ' then.'), {}],
    [thought(think('First.'), think(' Then.'), 'Done'), { model: 'Svc Standard' }],
  ] as const) {
    upstream.script(script);
    const { message } = (await askWholeExtended(service, { ...REASON, ...more })).choices[0]!;
    const reasoning = message.reasoning!;
    await askWholeExtended(service, { ...history(message), ...more });
    const sent = lastBody()['messages'] as { reasoning_content?: string }[];
    expect(
      sent.some(({ reasoning_content: text }) => text === reasoning.map(({ text: part }) => part).join('')),
    ).toBe(true);
    const edited = { ...message, reasoning: reasoning.with(0, { ...reasoning[0]!, text: 'No.' }) };
    expect(await refusedExtended(service, { ...history(edited), ...more })).toBe(
      '400 invalid_reasoning_block messages[1].reasoning[0]',
    );
    const { reasoning: _taken, ...without } = message;
    expect(await refusedExtended(service, { ...history(without), ...more })).toBe(
      '400 invalid_reasoning_block messages[1].reasoning',
    );
    if (reasoning.length > 1)
      expect(
        await refusedExtended(service, history({ ...message, reasoning: reasoning.toReversed() })),
      ).toMatch(/invalid_reasoning_block/);
  }
  upstream.script(calls);
  const { message } = (
    await askWholeExtended(service, { tools: [{ type: 'function', function: { name: 'f' } }] })
  ).choices[0]!;
  const { id } = message.tool_calls![0] as { id: string };
  upstream.script(textReply('ok'));
  await askWholeExtended(service, {
    messages: [user('a'), message, { role: 'tool', tool_call_id: id, content: 'r' }],
  });
});

it('CHAT-87 D-34 D-53 D-54 images and files reach the engine, and are refused by their path', async () => {
  upstream.script(textReply('ok'));
  const png = 'iVBORw0KGgoAAAANSUhEUgAA';
  const picture = (image_url: object) => ({ type: 'image_url', image_url });
  const notes = {
    type: 'file',
    file: {
      filename: 'notes.txt',
      file_data: `data:text/plain;base64,${Buffer.from('Remember.').toString('base64')}`,
    },
  };
  const url = `data:image/png;base64,${png}`;
  await askWholeExtended(service, {
    messages: [user([{ type: 'text', text: 'see' }, picture({ url, detail: 'low' }), notes])],
  });
  const { content } = (lastBody()['messages'] as { content: unknown }[]).at(-1)!;
  expect(content).toEqual([
    { type: 'text', text: 'see' },
    { type: 'image_url', image_url: { url, detail: 'low' } },
    { type: 'text', text: expect.stringContaining('Remember.') },
  ]);
  const refused = (part: object) => refusedExtended(service, { messages: [user([part])] });
  expect(await refused({ type: 'image_file', image_file: { file_id: 'f' } })).toBe(
    '404 file_not_found messages[0].content[0].image_file.file_id',
  );
  expect(await refused({ type: 'file', file: { file_id: 'f' } })).toBe(
    '404 file_not_found messages[0].content[0].file.file_id',
  );
  expect(await refused(picture({ url: 'https://127.0.0.1/x.png' }))).toBe(
    '400 invalid_request messages[0].content[0]',
  );
});
