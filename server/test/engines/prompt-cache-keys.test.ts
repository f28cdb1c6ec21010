import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  MAIN_KEY,
  openaiEngine,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { serveEngine } from '../api-formats/serve-engine.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await serveEngine(openaiEngine(upstream.baseUrl));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const turns = (...texts: string[]): object[] =>
  texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));

/** Bodies of a conversation that has this beginning. */
const DOORS: Readonly<Record<string, (...texts: string[]) => readonly [string, object]>> = {
  chat: (...texts) => ['/v1/chat/completions', { messages: turns(...texts) }],
  messages: (...texts) => ['/v1/messages', { messages: turns(...texts), max_tokens: 100 }],
  openai: (...texts) => ['/compat/openai/v1/chat/completions', { messages: turns(...texts) }],
  responses: (...texts) => ['/compat/openai/v1/responses', { input: turns(...texts) }],
  anthropic: (...texts) => ['/compat/anthropic/v1/messages', { messages: turns(...texts), max_tokens: 100 }],
};

async function keyOf(
  [path, body]: readonly [string, object],
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await service.post(
    path,
    MAIN_KEY,
    { model: 'Svc Standard', stream: false, ...body, ...more },
    headers,
  );
  expect(response.status, await response.text()).toBe(200);
  return upstream.requests.at(-1)!.body['prompt_cache_key'];
}

describe.each(Object.entries(DOORS))('an engine of the form of OpenAI, asked through %s', (name, door) => {
  it('gets one key for a conversation, and another for another', async () => {
    upstream.script(textReply('Hello'));
    const first = await keyOf(door('Hi'));
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await keyOf(door('Hi', 'Hello', 'And?'))).toBe(first);
    expect(await keyOf(door('Ho'))).not.toBe(first);
  });

  it('gets one key for a session that the client names', async () => {
    const session = { 'x-claude-code-session-id': `8c8b0d3e-${name}` };
    const first = await keyOf(door('Hi'), {}, session);
    expect(await keyOf(door('Ho'), {}, session)).toBe(first);
    expect(await keyOf(door('Hi'))).not.toBe(first);
    expect(String(first)).not.toContain('8c8b0d3e');
    // A name that is empty names no session.
    const unnamed = { 'x-claude-code-session-id': '' };
    expect(await keyOf(door('Hi'), {}, unnamed)).toBe(await keyOf(door('Hi')));
  });

  it('is asked without one if it does not know it', async () => {
    const refused = jsonReply(
      { error: { message: "property 'prompt_cache_key' is unsupported", type: 'invalid_request_error' } },
      { status: 400 },
    );
    await using picky = await startScriptedUpstream(({ body }) =>
      'prompt_cache_key' in body ? refused : textReply('Hello'),
    );
    const other = await serveEngine(openaiEngine(picky.baseUrl));
    const [path, body] = door('Hi');
    const response = await other.post(path, MAIN_KEY, { model: 'Svc Standard', stream: false, ...body });
    await other.stop();
    expect([response.status, picky.requests.length]).toEqual([200, 2]);
  });
});

it('the session in metadata.user_id is the client’s, in both of its forms', async () => {
  const door = DOORS['anthropic']!;
  const session = '0d7c9a52-6c2f-4d3a-9f0b-2f6f6a1f9c11';
  const older = `user_${'a'.repeat(64)}_account__session_${session}`;
  const newer = JSON.stringify({ device_id: 'd', account_uuid: '', session_id: session });
  const first = await keyOf(door('Hi'), { metadata: { user_id: older } });
  expect(await keyOf(door('Ho'), { metadata: { user_id: newer } })).toBe(first);
  expect(await keyOf(door('Ho'), { metadata: { user_id: 'somebody' } })).not.toBe(first);
  // A header says it for all of a client's requests.
  const header = { 'x-claude-code-session-id': session };
  expect(await keyOf(door('Ho'), { metadata: { user_id: 'somebody' } }, header)).toBe(first);
});

it("the caller's own key goes before all", async () => {
  const [path, body] = DOORS['openai']!('Hi');
  const own = await keyOf([path, body], { prompt_cache_key: 'mine' });
  expect(
    await keyOf(
      DOORS['openai']!('Ho'),
      { prompt_cache_key: 'mine' },
      { 'x-claude-code-session-id': 'session-9' },
    ),
  ).toBe(own);
  expect(own).not.toBe('mine');
});
