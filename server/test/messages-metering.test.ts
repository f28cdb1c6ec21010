import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  errorReply,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
} from '#test-kit';
import { askRefused, askStream, askWhole, body, MESSAGES, startMessages } from './messages/ask.ts';

const CHAT = '/v1/chat/completions';
const TALK = { messages: [{ role: 'user', content: 'tell me' }], stream: false };

it('MSG-21 D-43 CHAT-89 reports repeated prompts of a workspace as cached, and sends engines an opaque cache key', async () => {
  const service = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }),
    provisioning: oneOrganization(),
  });
  const messages = [{ role: 'user', content: `${'word '.repeat(1500)} and?` }];
  const ask = async (): Promise<number> =>
    (await askWhole(service, { messages, prompt_cache_key: 'mine' })).usage.cached_input_tokens;
  expect(await ask()).toBe(0);
  const cached = await ask();
  expect([cached % 128, cached >= 1024]).toEqual([0, true]);
  await service.stop();

  await using upstream = await startScriptedUpstream(textReply('ok'));
  const other = await startMessages(upstream.baseUrl);
  await askWhole(other, { prompt_cache_key: 'customer 7' });
  await askWhole(other);
  expect(upstream.requests[0]!.body['prompt_cache_key']).toMatch(/^[\w-]{43}$/);
  // That of the conversation.
  expect(upstream.requests[1]!.body['prompt_cache_key']).toMatch(/^[\w-]{43}$/);
  expect(upstream.requests[1]!.body['prompt_cache_key']).not.toBe(
    upstream.requests[0]!.body['prompt_cache_key'],
  );
  await other.stop();
});

it('MSG-62 BILL-01 bills a call whose input is not JSON, and records it as failed', async () => {
  await using upstream = await startScriptedUpstream(toolCalls([{ name: 'f', arguments: '{"city":' }]));
  const service = await startMessages(upstream.baseUrl);
  const tools = [{ type: 'function', function: { name: 'f' } }];
  expect((await askRefused(service, { tools })).status).toBe(502);
  expect((await askStream(service, { tools })).error).toBeDefined();
  const records = await service.stopAndReadUsage();
  expect(records.map(({ outcome, output_tokens: tokens }) => [outcome, tokens > 0])).toEqual([
    ['failed', true],
    ['failed', true],
  ]);
});

it('MSG-20 MSG-46 to MSG-49 BILL-01 D-55 writes one record with metadata and the reported tokens', async () => {
  const usage = {
    prompt_tokens: 40,
    completion_tokens: 7,
    prompt_tokens_details: { cached_tokens: 32 },
    completion_tokens_details: { reasoning_tokens: 5 },
  };
  await using upstream = await startScriptedUpstream(textReply('a b c', { usage }));
  const service = await startMessages(upstream.baseUrl);
  const metadata = { end_user_id: 'u1', project: 'x' };
  const reported = { input_tokens: 40, cached_input_tokens: 32, output_tokens: 7, reasoning_tokens: 5 };
  const whole = await askWhole(service, { metadata });
  expect(whole.usage).toEqual(reported);
  // D-55: the stored metadata of a call is not returned.
  expect(JSON.stringify(whole)).not.toMatch(/metadata|project|u1/);
  const { message, events } = await askStream(service);
  expect(message!.usage).toEqual(reported);
  // MSG-53: the input count is there from the start, as far as it is known; no output is counted yet.
  const [started] = events;
  if (started?.type !== 'message_start') throw new Error('no start');
  expect(started.message.usage).toMatchObject({ output_tokens: 0 });
  expect(started.message.usage.input_tokens).toBeGreaterThan(5);
  upstream.script(errorReply(500));
  await askRefused(service, { metadata });
  const records = await service.stopAndReadUsage();
  // BILL-12: the failed call left no record.
  expect(records).toHaveLength(2);
  for (const record of records)
    expect(record).toMatchObject({
      ...reported,
      endpoint: MESSAGES,
      model: 'Svc Standard',
      estimated: false,
      outcome: 'completed',
    });
  expect(records.map((record) => record.metadata)).toEqual([metadata, null]);
});

it('BILL-04 BILL-05 BILL-06 a client that leaves ends the engine call and pays for what it received', async () => {
  await using upstream = await startScriptedUpstream();
  const words = ['one ', 'two ', 'three '].map((content) => sse(chunk({ content })));
  upstream.script(rawReply([sse(chunk({ reasoning_content: 'well ' })), ...words, STALL]));
  const service = await startMessages(upstream.baseUrl);
  const outgoing = request(`http://127.0.0.1:${service.port}${MESSAGES}`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify(body({ stream: true, reasoning: {} })));
  const [response] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer>];
  let text = '';
  for await (const part of response) {
    text += part.toString();
    if (text.includes('three')) break;
  }
  outgoing.destroy();
  await upstream.requests.at(-1)!.aborted;
  const [record, ...more] = await service.stopAndReadUsage();
  expect(more).toEqual([]);
  expect(record).toMatchObject({ endpoint: MESSAGES, outcome: 'client_closed', estimated: true });
  expect(record!.reasoning_tokens).toBeGreaterThanOrEqual(1);
  expect(record!.output_tokens).toBeGreaterThanOrEqual(4);
  expect(record!.output_tokens).toBeLessThanOrEqual(6);
});

it('LIMIT-14 D-52 chat and messages share one rate limit', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startMessages(upstream.baseUrl, { limits: { chat_requests_per_minute: 4 } });
  for (let i = 0; i < 2; i++) {
    await askWhole(service);
    await (await service.post(CHAT, MAIN_KEY, TALK)).text();
  }
  for (const [path, sent] of [
    [MESSAGES, body()],
    [CHAT, TALK],
  ] as const) {
    const reply = await service.post(path, MAIN_KEY, sent);
    expect([reply.status, reply.headers.get('x-ratelimit-limit')]).toEqual([429, '4']);
    await reply.text();
  }
  await service.stop();
});

it('BILL-14 MSG-66 chat and messages share one allowance', async () => {
  await using upstream = await startScriptedUpstream(
    textReply('x', { usage: { prompt_tokens: 500, completion_tokens: 500 } }),
  );
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 1000, models: ['Svc Standard'] }];
  const service = await startMessages(upstream.baseUrl, { plans });
  await (await service.post(CHAT, MAIN_KEY, TALK)).text();
  const reply = await service.post(MESSAGES, MAIN_KEY, body());
  expect(reply.status).toBe(402);
  expect(await reply.json()).toMatchObject({
    error: { code: 'quota_exhausted', limit: 'monthly', param: null },
  });
  expect(await askRefused(service, {}, `sk_live_${'9'.repeat(64)}`)).toEqual({
    status: 401,
    code: 'invalid_api_key',
    param: null,
  });
  await service.stop();
});

describe('MSG-36 D-61 options the model does not support are refused by name, before anything runs', () => {
  it('field by field', async () => {
    await using upstream = await startScriptedUpstream();
    const deployment = oneModel(openaiEngine(upstream.baseUrl)) as { models: object[] };
    const models = deployment.models.map((model) => ({ ...model, capabilities: {} }));
    const service = await startRunningService({
      deployment: { ...deployment, models },
      provisioning: oneOrganization(),
    });
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAA' },
    };
    const document = { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: 'QUFB' } };
    const result = { type: 'tool_result', tool_call_id: 'a', content: [image] };
    const cases: readonly (readonly [object, string, string])[] = [
      [{ temperature: 1 }, 'unsupported_parameter', 'temperature'],
      [{ top_p: 1 }, 'unsupported_parameter', 'top_p'],
      [{ top_k: 1 }, 'unsupported_parameter', 'top_k'],
      [{ tools }, 'unsupported_parameter', 'tools'],
      [{ reasoning: {} }, 'unsupported_parameter', 'reasoning'],
      [{ parallel_tool_calls: true }, 'unsupported_parameter', 'parallel_tool_calls'],
      [
        { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }, image] }] },
        'unsupported_content',
        'messages[0].content[1]',
      ],
      [
        { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }, document] }] },
        'unsupported_content',
        'messages[0].content[1]',
      ],
      [
        {
          messages: [
            { role: 'user', content: 'x' },
            { role: 'assistant', content: [{ type: 'tool_call', id: 'a', name: 'f', input: {} }] },
            { role: 'user', content: [result] },
          ],
        },
        'unsupported_content',
        'messages[2].content[0].content[0]',
      ],
    ];
    for (const [fields, code, param] of cases)
      expect(await askRefused(service, { ...fields })).toEqual({ status: 400, code, param });
    expect(upstream.requests).toHaveLength(0);
    expect(await service.stopAndReadUsage()).toEqual([]);
  });
});

describe('the sandbox', () => {
  it('MSG-09 MSG-16 MSG-32 MSG-43 D-44 answers messages with reasoning, forced calls and stop sequences, without dependencies', async () => {
    const service = await startRunningService();
    const key = service.firstKey!.secret.reveal();
    const say = (content: string, fields: object = {}) =>
      askWhole(service, { messages: [{ role: 'user', content }], ...fields }, key);
    const reasoned = await say('[[sandbox: say=Hi there]]', { reasoning: { effort: 'low' } });
    expect(reasoned.content).toMatchObject([{ type: 'reasoning' }, { type: 'text', text: 'Hi there' }]);
    expect(reasoned.usage.output_tokens).toBeGreaterThan(reasoned.usage.reasoning_tokens);
    const tools = ['a', 'b'].map((name) => ({
      type: 'function',
      function: { name, parameters: { type: 'object', properties: { n: { type: 'integer' } } } },
    }));
    expect(await say('x', { tools, tool_choice: { type: 'any' } })).toMatchObject({
      content: [{ type: 'tool_call', name: 'a' }],
      stop_reason: 'tool_call',
    });
    expect((await say('[[sandbox: tools=a,b]]', { tools })).content).toHaveLength(2);
    expect((await say('[[sandbox: tools=a,b]]', { tools, parallel_tool_calls: false })).content).toHaveLength(
      1,
    );
    expect(await say('[[sandbox: say=one two three]]', { stop_sequences: [' th'] })).toMatchObject({
      content: [{ text: 'one two' }],
      stop_sequence: ' th',
    });
    expect(await say('[[sandbox: refuse]]')).toMatchObject({ stop_reason: 'refusal' });
    // D-44: every reason except the one that needs a call.
    for (const reason of [
      'end_turn',
      'max_tokens',
      'context_window',
      'stop_sequence',
      'pause',
      'refusal',
      'content_filter',
    ])
      expect(await say(`[[sandbox: stop=${reason}]]`)).toMatchObject({
        stop_reason: reason,
        stop_sequence: null,
      });
    const bounded = await say('[[sandbox: long=500]]', { reasoning: {}, max_tokens: 30 });
    expect(bounded).toMatchObject({ stop_reason: 'max_tokens', usage: { output_tokens: 30 } });
    await service.stop();
  });
});
