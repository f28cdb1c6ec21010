import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  oneOrganization,
  rawReply,
  sse,
  chunk,
  DESTROY,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  embeddingsReply,
  type RunningService,
  type ScriptedUpstream,
} from '../../server/test-kit/index.ts';
import { embeddingFixture } from '../../server/test/embeddings/embedding-fixture.ts';
import { AuthenticationError, NotFoundError, StreamError, Svc, tool } from '../src/index.ts';

const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;
const ASKED = { model: 'Svc Standard', messages: [{ role: 'user' as const, content: 'count' }] };

let upstream: ScriptedUpstream;
let service: RunningService;
let svc: Svc;
let admin: Svc['admin'];

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const adminKeys = { admin_keys: [{ name: 'main', created_by: 'ada@acme.test', secret: ADMIN_KEY }] };
  service = await startRunningService({
    deployment: embeddingFixture(upstream.baseUrl),
    provisioning: oneOrganization(adminKeys),
  });
  svc = new Svc({ baseUrl: service.baseUrl, apiKey: MAIN_KEY });
  ({ admin } = new Svc({ baseUrl: service.baseUrl, apiKey: ADMIN_KEY }));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

describe('chat', () => {
  it('is answered whole when stream is left out', async () => {
    upstream.script(textReply('one two three'));
    const response = await svc.chat.completions.create(ASKED);
    expect(response.choices[0]?.message.content).toBe('one two three');
    expect(response.usage.total_tokens).toBe(13);
  });

  it('streams, and what is put together is what is answered whole', async () => {
    upstream.script(toolCalls([{ id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' }]));
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: {} } }];
    const whole = await svc.chat.completions.create({ ...ASKED, tools });
    const stream = await svc.chat.completions.create({ ...ASKED, tools, stream: true });
    expect(stream.headers.get('x-svc-billing-source')).toBe('subscription');
    const { choices, usage } = await stream.final();
    // Calls of different replies have ids of their own.
    choices[0]!.message.tool_calls![0]!.id = whole.choices[0]!.message.tool_calls![0]!.id;
    expect({ choices, usage }).toEqual({ choices: whole.choices, usage: whole.usage });
  });

  it('CHAT-70 throws when the reply broke off', async () => {
    upstream.script(rawReply([sse(chunk({ content: 'one ' })), DESTROY]));
    const stream = await svc.chat.completions.create({ ...ASKED, stream: true });
    await expect(stream.final()).rejects.toBeInstanceOf(StreamError);
    expect(stream.textSoFar).toBe('one ');
  });

  it('stops the model when somebody stops listening', async () => {
    const before = upstream.requests.length;
    upstream.script(textReply('one two three four', { delayMs: 50 }));
    const stream = await svc.chat.completions.create({ ...ASKED, stream: true });
    for await (const _ of stream.text()) break;
    await upstream.requests[before]!.aborted;
    expect(upstream.requests[before]!.wasAborted()).toBe(true);
  });

  it('counts tokens', async () => {
    const { object, prompt_tokens: tokens } = await svc.chat.completions.countTokens(ASKED);
    expect(object).toBe('chat.completion.token_count');
    expect(tokens).toBeGreaterThan(0);
  });
});

describe('runs of tools', () => {
  const weather = tool({
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => `Sunny in ${city}`,
  });
  /** A model that calls the tool, and answers with its result. */
  const scriptModel = (): void =>
    upstream.script(({ body }) => {
      const { role, content } = (body['messages'] as { role: string; content: string }[]).at(-1)!;
      if (role === 'tool') return textReply(content);
      return toolCalls([{ id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' }]);
    });

  it.each([false, true])('of messages, streamed: %s', async (stream) => {
    scriptModel();
    const run = svc.messages.runTools({
      ...ASKED,
      max_tokens: 99,
      tools: [weather],
      stream: stream as false,
    });
    expect((await run.final()).content).toEqual([{ type: 'text', text: 'Sunny in Oslo' }]);
    expect(run.messages).toHaveLength(4);
    // What it leaves can be gone on from.
    const messages = [...run.messages, { role: 'user' as const, content: 'Again?' }];
    const next = await svc.messages
      .runTools({ ...ASKED, max_tokens: 99, messages, tools: [weather] })
      .final();
    expect(next.stop_reason).toBe('end_turn');
  });

  it.each([false, true])('of chat, streamed: %s', async (stream) => {
    scriptModel();
    const run = svc.chat.completions.runTools({ ...ASKED, tools: [weather], stream: stream as false });
    expect((await run.final()).choices[0]!.message.content).toBe('Sunny in Oslo');
  });
});

describe('the other calls', () => {
  it('messages are answered, and put together from a stream', async () => {
    upstream.script(textReply('Hello there'));
    const asked = {
      model: 'Svc Standard',
      max_tokens: 99,
      messages: [{ role: 'user' as const, content: 'Hi' }],
    };
    const whole = await svc.messages.create(asked);
    const streamed = await (await svc.messages.create({ ...asked, stream: true })).final();
    expect(whole.content).toEqual([{ type: 'text', text: 'Hello there' }]);
    expect({ ...streamed, id: '', request_id: '' }).toEqual({ ...whole, id: '', request_id: '' });
  });

  it('embeds', async () => {
    upstream.script(embeddingsReply());
    const { data } = await svc.embeddings.create({
      model: 'svc-embed-1',
      input: ['one', 'two'],
      dimensions: 256,
    });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([256, 256]);
  });

  it('lists and reads models', async () => {
    expect((await svc.models.list()).data.map(({ id }) => id)).toEqual(['Svc Standard', 'svc-embed-1']);
    expect((await svc.models.retrieve('Svc Standard')).display_name).toBe('Svc Standard');
    await expect(svc.models.retrieve('else')).rejects.toBeInstanceOf(NotFoundError);
  });

  it('reads the description of the API and the addresses of webhooks', async () => {
    expect(await svc.describeApi()).toMatch(/^openapi: /);
    expect(await svc.webhooks.listAddresses()).toMatchObject({ webhooks: expect.any(Array) });
  });

  it('says why a key is refused', async () => {
    const stranger = new Svc({ baseUrl: service.baseUrl, apiKey: `sk_live_${'f'.repeat(64)}` });
    const refused = stranger.chat.completions.create({ ...ASKED, stream: true });
    await expect(refused).rejects.toBeInstanceOf(AuthenticationError);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_api_key',
      status: 401,
      requestId: expect.stringMatching(/^req_/),
    });
  });
});

describe('the Admin API', () => {
  it('creates once, however often it is asked with the same key', async () => {
    const [first, again] = await Promise.all(
      [1, 2].map(() => admin.createWorkspace({ name: 'Once' }, { idempotencyKey: 'once' })),
    );
    expect(again).toEqual(first);
  });

  it('walks through all pages', async () => {
    for (const name of ['a', 'b', 'c']) await admin.createWorkspace({ name });
    const names = (await Array.fromAsync(admin.listWorkspaces({ limit: 2 }))).map(({ name }) => name);
    expect(names).toEqual(['c', 'b', 'a', 'Once', 'Default']);
    expect((await admin.listWorkspaces({ limit: 2 })).has_more).toBe(true);
  });

  it('reports usage by time', async () => {
    const { data } = await admin.reportUsage({
      starting_at: '2026-01-01T00:00:00Z',
      limit: 3,
      'group_by[]': ['model'],
    });
    expect(data).toHaveLength(3);
  });

  it('changes and removes', async () => {
    const workspace = await admin.createWorkspace({ name: 'Temporary' });
    expect((await admin.updateWorkspace(workspace.id, { description: 'x' })).description).toBe('x');
    expect((await admin.archiveWorkspace(workspace.id)).archived_at).not.toBeNull();
    const limit = await admin.setSpendLimit({ scope: { type: 'organization' }, limit_usd: '5' });
    expect(await admin.deleteSpendLimit(limit.id)).toEqual({
      id: limit.id,
      type: 'spend_limit',
      deleted: true,
    });
  });
});
