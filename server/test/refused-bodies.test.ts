import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  embeddingsReply,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { EMBEDDINGS, embeddingFixture } from './embeddings/embedding-fixture.ts';

const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
const LIMIT = 4;

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream(embeddingsReply());
  service = await startRunningService({
    deployment: embeddingFixture(upstream.baseUrl, {
      limits: {
        refused_embeddings_per_minute: LIMIT,
        chat_requests_per_minute: LIMIT,
        embeddings_body_bytes: 300_000,
      },
    }),
    provisioning: oneOrganization({
      keys: [MAIN_KEY, OTHER_KEY].map((secret, i) => ({
        name: `key ${i}`,
        kind: 'private',
        workspace: 'Default',
        created_by: 'ada@acme.test',
        secret,
      })),
    }),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => service.advance(60));

async function send(path: string, key: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body });
  const { error } = (await response.json()) as { error?: { code: string; scope?: string } };
  if (response.status === 429)
    expect([error!.scope, response.headers.get('x-ratelimit-limit')]).toEqual(['api_key', String(LIMIT)]);
  return error?.code ?? 'answered';
}

const VALID = JSON.stringify({ model: 'svc-embed-1', input: 'hello' });

it('D-63 refused embeddings bodies count, until no further body of their key is read', async () => {
  for (let i = 0; i < 3 * LIMIT; i++) expect(await send(EMBEDDINGS, MAIN_KEY, VALID)).toBe('answered');
  const refused = [
    ['[1,', 'invalid_json'],
    [`{"input":[${'1,'.repeat(100_000)}1]}`, 'invalid_request'],
    [JSON.stringify({ model: 'nobody', input: 'a' }), 'model_not_found'],
    [' '.repeat(300_001), 'payload_too_large'],
  ] as const;
  for (const [body, code] of refused) expect(await send(EMBEDDINGS, MAIN_KEY, body)).toBe(code);
  expect(await send(EMBEDDINGS, MAIN_KEY, VALID)).toBe('rate_limited');
  expect(await send(EMBEDDINGS, OTHER_KEY, VALID)).toBe('answered');
  await service.advance(60);
  expect(await send(EMBEDDINGS, MAIN_KEY, VALID)).toBe('answered');
});

it('D-76 requests of chat and messages count, whatever happens to their bodies', async () => {
  const large = `{"messages":[${'{},'.repeat(100_000)}{}]}`;
  expect(await send('/v1/chat/completions', MAIN_KEY, '[1,')).toBe('invalid_json');
  expect(await send('/v1/chat/completions', MAIN_KEY, large)).toBe('too_many_messages');
  expect(await send('/v1/messages', MAIN_KEY, large)).toBe('too_many_messages');
  expect(await send('/v1/messages', MAIN_KEY, '{}')).toBe('invalid_request');
  expect(await send('/v1/messages', MAIN_KEY, '{}')).toBe('rate_limited');
});
