import { ChatTokenCount } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';
import { askExtended, askWholeExtended, CHAT, COUNT, refusedExtended } from './chat/extended.ts';

let service: RunningService;
beforeAll(async () => {
  const deployment = oneModel(
    { type: 'sandbox' },
    {
      identity_instruction: 'You are Svc.',
      limits: { token_counting_requests_per_minute: 40, chat_requests_per_minute: 1000 },
    },
  ) as { models: { context_window?: number }[] };
  const capabilities = { tools: true, parallel_tool_calls: true, server_tools: ['svc_web_fetch'] };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities,
    context_window: 2048,
    max_output_tokens: 64,
  }));
  service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
});
afterAll(() => service.stop());

const user = (content: unknown) => ({ role: 'user', content });
const count = async (fields: object): Promise<ChatTokenCount> => {
  const response = await askExtended(service, fields, COUNT);
  expect([
    response.status,
    response.headers.get('cache-control'),
    response.headers.has('x-svc-billing-source'),
  ]).toEqual([200, 'no-store', false]);
  return ChatTokenCount.parse(await response.json());
};

it('CHAT-90 D-36 returns the count that a call reports, including the identity', async () => {
  const tools = [
    { type: 'function', function: { name: 'f', description: 'Finds.', parameters: { type: 'object' } } },
  ];
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
  for (const fields of [
    {},
    {
      messages: [{ role: 'system', content: 'Be brief.' }, user('Tell me of the sea, and of ships.')],
      tools,
    },
    {
      messages: [
        user([{ type: 'text', text: 'x' }]),
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: 'r' },
      ],
      tools,
    },
  ]) {
    const { usage } = await askWholeExtended(service, fields);
    expect(await count({ ...fields, stream: true, max_tokens: 5 })).toEqual({
      object: 'chat.completion.token_count',
      model: 'Svc Standard',
      prompt_tokens: usage['prompt_tokens'],
    });
  }
});

it('CHAT-90 D-36 counts the built-in tools, and old tool results only if a call would include them', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const edit = { type: 'clear_tool_results', trigger: { type: 'input_tokens', value: 50 }, keep: 0 };
  const messages = [
    user('x'),
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'word '.repeat(200) },
  ];
  const tools = [{ type: 'svc_web_fetch' }];
  for (const fields of [
    { tools },
    { messages, context_management: { edits: [edit] } },
    { messages, tools, context_management: { edits: [edit] } },
  ]) {
    const { usage } = await askWholeExtended(service, fields);
    expect((await count(fields)).prompt_tokens).toBe(usage['prompt_tokens']);
  }
});

it('CHAT-90 D-36 ignores options that only affect the reply', async () => {
  const { prompt_tokens: tokens } = await count({});
  for (const ignored of [{ stream: null }, { stream: 'yes' }, { max_tokens: 0 }, { max_tokens: 'all' }])
    expect((await count(ignored)).prompt_tokens).toBe(tokens);
});

it('CHAT-90 D-36 counts a prompt that exceeds every window', async () => {
  const { prompt_tokens: tokens } = await count({ messages: [user('word '.repeat(5000))] });
  expect(tokens).toBeGreaterThan(5000);
});

it('MSG-67 D-16 D-33 a call with such a prompt is refused with its field, and without it on live chat', async () => {
  const fields = { model: 'Svc Standard', max_tokens: 9, messages: [user('word '.repeat(5000))] };
  expect(await refusedExtended(service, fields)).toBe('400 context_length_exceeded messages');
  expect(await refusedExtended(service, fields, '/v1/messages', '')).toBe(
    '400 context_length_exceeded messages',
  );
  expect(await refusedExtended(service, { ...fields, tools: [{ type: 'svc_web_fetch' }] })).toBe(
    '400 context_length_exceeded messages',
  );
  expect(await refusedExtended(service, fields, CHAT, '')).toBe('400 context_length_exceeded null');
});

it('CHAT-90 D-36 VER-06 requires its flag, and refuses what a call would refuse', async () => {
  expect(await refusedExtended(service, {}, COUNT, '')).toBe('400 beta_required svc-beta');
  expect(await refusedExtended(service, {}, COUNT, 'admin-2026-11-01')).toBe('400 beta_required svc-beta');
  expect(await refusedExtended(service, { messages: [] }, COUNT)).toBe('400 messages_required messages');
  expect(await refusedExtended(service, { foo: 1 }, COUNT)).toBe('400 unknown_parameter foo');
  expect(await refusedExtended(service, { seed: 1 }, COUNT)).toBe('400 unsupported_parameter seed');
  expect(await refusedExtended(service, { messages: [user('x'.repeat(2_000_000))] }, COUNT)).toMatch(
    /^413 payload_too_large/,
  );
  const methods = await Promise.all(
    ['GET', 'PUT'].map((method) => fetch(service.baseUrl + COUNT, { method })),
  );
  expect(methods.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
    [405, 'POST'],
    [405, 'POST'],
  ]);
  expect(await refusedExtended(service, {}, '/v1/messages/count_tokens')).toBe(
    '405 endpoint_not_supported null',
  );
});

it('CHAT-90 D-36 LIMIT-09 has its own rate limit', async () => {
  const limited = await Promise.all(Array.from({ length: 41 }, () => askExtended(service, {}, COUNT)));
  const refused = limited.find(({ status }) => status === 429);
  expect(refused?.headers.get('x-ratelimit-limit')).toBe('40');
  expect((await askExtended(service, { stream: false })).status).toBe(200);
});

it('CHAT-90 D-36 is free: it needs no allowance and writes no record', async () => {
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 10, models: ['Svc Standard'] }];
  const drained = await startRunningService({
    deployment: oneModel({ type: 'sandbox' }, { plans }),
    provisioning: oneOrganization(),
  });
  expect((await askExtended(drained, { stream: false })).status).toBe(200);
  await expect.poll(async () => (await askExtended(drained, { stream: false })).status).toBe(402);
  for (let i = 0; i < 5; i++) expect((await askExtended(drained, {}, COUNT)).status).toBe(200);
  expect((await drained.stopAndReadUsage()).filter(({ endpoint }) => endpoint !== CHAT)).toEqual([]);
});
