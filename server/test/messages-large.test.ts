import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel, askRefused, askWhole } from './messages/ask.ts';

const MIB = 1024 * 1024;
const LIMIT_BYTES = 32 * MIB;

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream(
    textReply('read', { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
  );
  const deployment = ableModel(upstream.baseUrl) as { models: object[] };
  const models = deployment.models.map((model) => ({ ...model, context_window: 100_000_000 }));
  service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

it('a large body is parsed on another thread into the same call as a small one', async () => {
  const filler = 'word '.repeat(80_000);
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'first' },
        ...Array.from({ length: 600 }, () => ({ type: 'text', text: ' more' })),
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'tool_call', id: 'a', name: 'f', input: { deep: [1, { x: null }] } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_call_id: 'a', content: filler, is_error: true }] },
  ];
  const tools = Array.from({ length: 700 }, (_, i) => ({
    type: 'function',
    function: { name: `f${i}`, parameters: { type: 'object' } },
  }));
  await askWhole(service, { messages, tools, metadata: { note: 'kept' } });
  const sent = upstream.requests.at(-1)!.body as {
    messages: { role: string; content: unknown }[];
    tools: unknown[];
  };
  expect(sent.tools).toEqual(tools);
  expect(sent.messages.slice(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  expect(sent.messages[1]!.content).toBe(`first${' more'.repeat(600)}`);
  expect(sent.messages[3]!.content).toBe(`Error: ${filler}`);
});

it('refuses a large body like a small one, with code and path', async () => {
  const messages = [{ role: 'user', content: 'x'.repeat(MIB) }];
  expect(await askRefused(service, { messages, foo: 1 })).toEqual({
    status: 400,
    code: 'unknown_parameter',
    param: 'foo',
  });
  expect(await askRefused(service, { messages, max_tokens: null })).toMatchObject({
    code: 'max_tokens_required',
    param: 'max_tokens',
  });
  const response = await service.post('/v1/messages', MAIN_KEY, '[['.repeat(MIB));
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe('messages_required');
});

it('MSG-23 D-53 accepts 33,554,432 bytes and refuses more', async () => {
  const body = (bytes: number): Buffer => {
    const empty = JSON.stringify({
      model: 'no such model',
      max_tokens: 1,
      messages: [{ role: 'user', content: '' }],
    });
    return Buffer.from(empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`));
  };
  const post = (bytes: Buffer) =>
    fetch(`http://127.0.0.1:${service.port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
      body: bytes as unknown as BodyInit,
    });
  expect((await post(body(LIMIT_BYTES))).status).toBe(404);
  const refused = await post(body(LIMIT_BYTES + 1));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({
    error: { code: 'payload_too_large', max_bytes: LIMIT_BYTES },
  });
});

it('a request of many megabytes reaches the engine completely', async () => {
  const text = 'é"x'.repeat(MIB);
  const messages = ['user', 'assistant', 'user'].map((role) => ({ role, content: text }));
  await askWhole(service, { messages, max_tokens: 16 });
  expect((upstream.requests.at(-1)!.body['messages'] as object[]).slice(1)).toEqual(messages);
});
