import { ChatTokenCount } from '@svc/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { oneModel, oneOrganization, startRunningService, type RunningService } from '#test-kit';
import { askExtended, askWholeExtended, CHAT, COUNT, refusedExtended } from './chat/extended.ts';

let service: RunningService;
beforeAll(async () => {
  const deployment = oneModel(
    { type: 'sandbox' },
    { identity_instruction: 'You are Svc.', limits: { token_counting_requests_per_minute: 40, chat_requests_per_minute: 1000 } },
  ) as { models: { context_window?: number }[] };
  const models = deployment.models.map((model) => ({ ...model, context_window: 2048, max_output_tokens: 64 }));
  service = await startRunningService({ deployment: { ...deployment, models }, provisioning: oneOrganization() });
});
afterAll(() => service.stop());

const user = (content: unknown) => ({ role: 'user', content });
const count = async (fields: object): Promise<ChatTokenCount> => {
  const answer = await askExtended(service, fields, COUNT);
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.has('x-svc-billing-source')]).toEqual([
    200,
    'no-store',
    false,
  ]);
  return ChatTokenCount.parse(await answer.json());
};

it('CHAT-90 D-36 counts what a call reports, the identity included', async () => {
  const tools = [{ type: 'function', function: { name: 'f', description: 'Finds.', parameters: { type: 'object' } } }];
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };
  for (const fields of [
    {},
    { messages: [{ role: 'system', content: 'Be brief.' }, user('Tell me of the sea, and of ships.')], tools },
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

it('CHAT-90 D-36 counts a prompt that no window holds', async () => {
  const { prompt_tokens: tokens } = await count({ messages: [user('word '.repeat(5000))] });
  expect(tokens).toBeGreaterThan(5000);
});

it('CHAT-90 D-36 VER-06 needs its flag, and refuses what a call would refuse', async () => {
  expect(await refusedExtended(service, {}, COUNT, '')).toBe('400 beta_required svc-beta');
  expect(await refusedExtended(service, {}, COUNT, 'admin-2026-11-01')).toBe('400 beta_required svc-beta');
  expect(await refusedExtended(service, { messages: [] }, COUNT)).toBe('400 messages_required messages');
  expect(await refusedExtended(service, { foo: 1 }, COUNT)).toBe('400 unknown_parameter foo');
  expect(await refusedExtended(service, { seed: 1 }, COUNT)).toBe('400 unsupported_parameter seed');
  expect(await refusedExtended(service, { messages: [user('x'.repeat(2_000_000))] }, COUNT)).toMatch(/^413 payload_too_large/);
  const methods = await Promise.all(['GET', 'PUT'].map((method) => fetch(service.baseUrl + COUNT, { method })));
  expect(methods.map(({ status, headers }) => [status, headers.get('allow')])).toEqual([
    [405, 'POST'],
    [405, 'POST'],
  ]);
  expect(await refusedExtended(service, {}, '/v1/messages/count_tokens')).toBe('405 endpoint_not_supported null');
});

it('CHAT-90 D-36 LIMIT-09 has a rate of its own', async () => {
  const limited = await Promise.all(Array.from({ length: 41 }, () => askExtended(service, {}, COUNT)));
  const refused = limited.find(({ status }) => status === 429);
  expect(refused?.headers.get('x-ratelimit-limit')).toBe('40');
  expect((await askExtended(service, { stream: false })).status).toBe(200);
});

it('CHAT-90 D-36 is free: it asks for no allowance, and leaves no record', async () => {
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 10, models: ['Svc Standard'] }];
  const drained = await startRunningService({ deployment: oneModel({ type: 'sandbox' }, { plans }), provisioning: oneOrganization() });
  expect((await askExtended(drained, { stream: false })).status).toBe(200);
  await vi.waitFor(async () => expect((await askExtended(drained, { stream: false })).status).toBe(402));
  for (let i = 0; i < 5; i++) expect((await askExtended(drained, {}, COUNT)).status).toBe(200);
  expect((await drained.stopAndReadUsage()).filter(({ endpoint }) => endpoint !== CHAT)).toEqual([]);
});
