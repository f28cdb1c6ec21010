import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  errorReply,
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, body, MESSAGES, startAnthropic, type Fields } from './anthropic-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startAnthropic(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

const BASE = '/compat/anthropic/v1';

describe('counting', () => {
  const count = (fields: Fields): Promise<Response> =>
    service.post(`${MESSAGES}/count_tokens?beta=true`, MAIN_KEY, body({ max_tokens: undefined, ...fields }));
  const counted = async (fields: Fields): Promise<number> => {
    const response = await count(fields);
    const parsed = (await response.json()) as { input_tokens: number };
    expect(parsed).toEqual({ input_tokens: expect.any(Number) as number });
    return parsed.input_tokens;
  };

  it('COMPA-17 counts what a message would be, without a limit of its reply', async () => {
    const plain = await counted({ tools: [] });
    expect(plain).toBeGreaterThan(0);
    expect(await counted({ system: 'Be brief, please.' })).toBeGreaterThan(plain);
    expect(await counted({ tools: [{ name: 'f', input_schema: { type: 'object' } }] })).toBeGreaterThan(
      plain,
    );
    const wrong = await count({ messages: [] });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { type: 'error' }]);
  });

  it('COMPA-17 counts bursts, and none of them as a message', async () => {
    const own = await startAnthropic(upstream.baseUrl, { limits: { chat_requests_per_minute: 2 } });
    try {
      const burst = Array.from({ length: 14 }, () =>
        own.post(`${MESSAGES}/count_tokens`, MAIN_KEY, body({ max_tokens: undefined })),
      );
      for (const response of await Promise.all(burst)) expect(response.status).toBe(200);
      expect((await ask(own)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

describe('models', () => {
  const read = async (path: string): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(`${service.baseUrl}${BASE}${path}`, { headers: { 'x-api-key': MAIN_KEY } });
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const STANDARD = {
    type: 'model',
    id: 'Svc Standard',
    display_name: 'Svc Standard',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    max_input_tokens: expect.any(Number) as number,
    max_tokens: 16_384,
    capabilities: expect.objectContaining({
      batch: { supported: false },
      image_input: { supported: true },
      pdf_input: { supported: true },
      structured_outputs: { supported: true },
      server_tools: {
        supported: true,
        web_search: { supported: true },
        code_execution: { supported: false },
      },
    }) as object,
    lifecycle: 'active',
    line: null,
    deprecated_at: null,
    retires_at: null,
    allowed_fallback_models: null,
  };

  it('COMPA-10 COMPA-18 takes every way to think that a model is said to have', async () => {
    const [, model] = await read('/models/svc-standard');
    const { thinking } = model['capabilities'] as {
      readonly thinking: { readonly types: Readonly<Record<string, { readonly supported: boolean }>> };
    };
    const taken: Record<string, boolean> = {};
    for (const type of Object.keys(thinking.types))
      taken[type] = (await ask(service, { thinking: { type } })).status === 200;
    const said = Object.entries(thinking.types).map(([type, { supported }]) => [type, supported]);
    expect(taken).toEqual(Object.fromEntries(said));
    expect(Object.keys(taken).toSorted()).toEqual(['adaptive', 'between_tools', 'disabled', 'enabled']);
  });

  it('COMPA-18 lists the models that answer, then their aliases', async () => {
    const [, list] = await read('/models?limit=1000');
    expect(list).toEqual({
      data: [
        STANDARD,
        expect.objectContaining({ id: 'Svc Mini' }) as object,
        { ...STANDARD, id: 'claude-svc-standard' },
      ],
      has_more: false,
      first_id: 'Svc Standard',
      last_id: 'claude-svc-standard',
    });
  });

  it('COMPA-18 pages in both directions', async () => {
    const page = async (query: string): Promise<unknown> => {
      const [, { data, has_more: more }] = await read(`/models?${query}`);
      return [(data as { id: string }[]).map(({ id }) => id), more];
    };
    expect(await page('limit=2')).toEqual([['Svc Standard', 'Svc Mini'], true]);
    expect(await page('limit=2&after_id=Svc%20Mini')).toEqual([['claude-svc-standard'], false]);
    expect(await page('limit=1&before_id=claude-svc-standard')).toEqual([['Svc Mini'], true]);
    expect(await page('before_id=Svc%20Mini')).toEqual([['Svc Standard'], false]);
    for (const wrong of ['limit=0', 'limit=1001', 'limit=x', 'after_id=nobody'])
      expect(await read(`/models?${wrong}`)).toMatchObject([
        400,
        { error: { type: 'invalid_request_error' } },
      ]);
  });

  it('COMPA-18 COMPE-04 reads one by any of its names', async () => {
    expect(await read('/models/claude-sonnet-4-5')).toEqual([200, STANDARD]);
    expect(await read('/models/svc-embed-1')).toMatchObject([404, { error: { type: 'not_found_error' } }]);
  });
});

describe('errors', () => {
  const errorOf = async (response: Response): Promise<unknown> => {
    const { type, error, request_id: id } = (await response.json()) as Record<string, { type: string }>;
    expect([type, id]).toEqual(['error', response.headers.get('request-id')]);
    return [
      response.status,
      error!.type,
      response.headers.get('x-should-retry'),
      response.headers.get('retry-after'),
    ];
  };

  it('COMPE-01 COMPG-03 an unknown key', async () => {
    const response = await service.post(MESSAGES, 'sk-other', body());
    expect(await errorOf(response)).toEqual([401, 'authentication_error', 'false', null]);
  });

  it('COMPE-10 a rate that is reached', async () => {
    const own = await startAnthropic(upstream.baseUrl, { limits: { chat_requests_per_minute: 1 } });
    try {
      await (await ask(own)).text();
      const response = await ask(own);
      expect(await errorOf(response)).toEqual([
        429,
        'rate_limit_error',
        null,
        expect.stringMatching(/^\d+$/),
      ]);
      expect(response.headers.get('anthropic-ratelimit-requests-limit')).toBe('1');
      expect(response.headers.get('anthropic-ratelimit-requests-reset')).toMatch(/Z$/);
    } finally {
      await own.stop();
    }
  });

  it('COMPE-02 a plan that is used up', async () => {
    const own = await startAnthropic(upstream.baseUrl, {
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1000, models: ['Svc Standard'] }],
    });
    upstream.script(textReply('x', { usage: { prompt_tokens: 500, completion_tokens: 500 } }));
    try {
      await (await ask(own)).text();
      expect(await errorOf(await ask(own))).toEqual([402, 'billing_error', 'false', null]);
    } finally {
      await own.stop();
    }
  });

  it('COMPE-11 COMPE-12 an engine that is busy or fails', async () => {
    upstream.script(errorReply(503));
    expect(await errorOf(await ask(service))).toEqual([
      529,
      'overloaded_error',
      null,
      expect.stringMatching(/^\d+$/),
    ]);
    upstream.script(errorReply(500));
    expect(await errorOf(await ask(service))).toEqual([500, 'api_error', null, null]);
  });

  it('COMPE-05 COMPA-18 other paths and methods', async () => {
    const batches = await service.post(`${MESSAGES}/batches`, MAIN_KEY, {});
    expect(await errorOf(batches)).toEqual([404, 'not_found_error', 'false', null]);
    const got = await fetch(`${service.baseUrl}${MESSAGES}`);
    expect(got.headers.get('allow')).toContain('POST');
    expect(await errorOf(got)).toEqual([405, 'invalid_request_error', 'false', null]);
  });

  it('COMPG-06 COMPE-08 COMPE-07 hostile bodies', async () => {
    const send = (text: string): Promise<Response> =>
      fetch(`${service.baseUrl}${MESSAGES}`, {
        method: 'POST',
        headers: { 'x-api-key': MAIN_KEY, 'content-type': 'application/json' },
        body: text,
      });
    const nested = (depth: number) => `{"messages":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    for (const text of ['', '[]', '"x"', '{"messages":', nested(100_000)])
      expect(await errorOf(await send(text))).toEqual([400, 'invalid_request_error', 'false', null]);
    const huge = await send(JSON.stringify(body({ system: 'x'.repeat(34_000_000) })));
    expect(await errorOf(huge)).toEqual([413, 'request_too_large', 'false', null]);
    const proto =
      '{"model":"Svc Standard","max_tokens":9,"__proto__":{"stream":true},"messages":[{"role":"user","content":"Hi"}]}';
    expect((await send(proto)).headers.get('content-type')).toBe('application/json');
  });
});

it('COMPG-01 endpoints that are switched off are as unknown as any path', async () => {
  const closed = await startAnthropic(upstream.baseUrl, { compat: { anthropic: { enabled: false } } });
  try {
    for (const path of [MESSAGES, `${MESSAGES}/count_tokens`]) {
      const response = await closed.post(path, MAIN_KEY, body());
      expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
  } finally {
    await closed.stop();
  }
});
