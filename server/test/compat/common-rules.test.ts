import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, CHAT, startCompat } from './openai-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => {
  upstream.script(() => textReply('Hello.'));
});

const at = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
const json = (body: unknown, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
const BODY = { model: 'Svc Standard', messages: [{ role: 'user', content: 'Hi' }] };

describe('credentials', () => {
  it('COMPG-03 takes the key as Bearer or in x-api-key, and Authorization counts where both are sent', async () => {
    const statuses = [];
    for (const headers of [
      { 'x-api-key': MAIN_KEY },
      { authorization: `Bearer ${MAIN_KEY}`, 'x-api-key': 'sk-other' },
      { authorization: 'Bearer sk-other', 'x-api-key': MAIN_KEY },
      {},
    ] as Record<string, string>[])
      statuses.push((await at(CHAT, json(BODY, headers))).status);
    expect(statuses).toEqual([200, 200, 401, 401]);
    expect((await at('/v1/chat/completions', json(BODY, { 'x-api-key': MAIN_KEY }))).status).toBe(401);
  });
});

describe('models', () => {
  const modelOf = async (model: string): Promise<unknown> => {
    const response = await ask(service, { model });
    const body = (await response.json()) as { model?: string; error?: { code: string } };
    return body.model ?? [response.status, body.error?.code];
  };

  it('COMPG-07 finds the model by id, alias, the longest pattern, or the id in small letters', async () => {
    expect(await modelOf('Svc Mini')).toBe('Svc Mini');
    expect(await modelOf('gpt-4o')).toBe('Svc Standard');
    expect(await modelOf('gpt-4o-mini')).toBe('Svc Mini');
    expect(await modelOf('svc-standard')).toBe('Svc Standard');
    expect(await modelOf('unknown')).toEqual([404, 'model_not_found']);
    expect(await modelOf('svc-embed-1')).toEqual([404, 'model_not_found']);
    expect(await modelOf('gpt-large-2')).toEqual([403, 'model_not_in_plan']);
  });
});

describe('paths', () => {
  it('COMPG-18 answers a look at a prefix, and says which base URL is right', async () => {
    for (const method of ['HEAD', 'GET']) {
      const root = await at('/compat/openai/v1', { method });
      expect([root.status, await root.text()]).toEqual([200, '']);
    }
    const wrong = await at('/compat/openai/v1/v1/chat/completions', json(BODY, {}));
    expect(wrong.status).toBe(404);
    expect(await wrong.json()).toEqual({
      error: {
        message: expect.stringContaining('/compat/openai/v1.') as string,
        type: 'invalid_request_error',
        param: null,
        code: 'unknown_url',
      },
    });
    const anthropic = await at('/compat/anthropic/messages', json(BODY, {}));
    expect([anthropic.status, await anthropic.json()]).toEqual([
      404,
      {
        type: 'error',
        error: { type: 'not_found_error', message: expect.stringContaining('/compat/anthropic') as string },
        request_id: anthropic.headers.get('request-id'),
      },
    ]);
  });

  it('COMPG-15 COMPG-17 carries the request id, and lets pages of any site send the headers of clients', async () => {
    const response = await ask(service);
    expect(response.headers.get('x-request-id')).toBe(response.headers.get('x-svc-request-id'));
    expect(response.headers.get('x-svc-billing-source')).toBe('subscription');
    const preflight = await at(CHAT, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://page.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, anthropic-version, x-stainless-os, x-other',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, idempotency-key, svc-version, svc-beta, x-client-request-id, ' +
        'x-api-key, anthropic-version, x-stainless-os',
    );
  });

  it('COMPG-01 endpoints that are switched off are as unknown as any path, in our own form', async () => {
    const closed = await startCompat(upstream.baseUrl, { compat: { openai: { enabled: false } } });
    try {
      for (const path of [CHAT, '/compat/openai/v1', '/compat/openai/v1/other']) {
        const response = await fetch(
          `http://127.0.0.1:${closed.port}${path}`,
          path === CHAT ? json(BODY, {}) : {},
        );
        expect([response.status, await response.json()]).toMatchObject([
          404,
          { error: { code: 'not_found' } },
        ]);
      }
      expect((await fetch(`http://127.0.0.1:${closed.port}/compat/anthropic/v1`)).status).toBe(200);
    } finally {
      await closed.stop();
    }
  });
});
