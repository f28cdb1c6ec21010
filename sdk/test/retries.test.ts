import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InsufficientQuotaError,
  NotFoundError,
  RateLimitError,
  ServerError,
  Svc,
} from '../src/index.ts';
import {
  json,
  pauses,
  refusal,
  scriptedClient,
  withoutWaiting,
  type Planned,
  type ScriptedClient,
} from './scripted-fetch.ts';

const ASKED = { messages: [{ role: 'user' as const, content: 'Hi' }] };
const OK = (): Response => json({ object: 'list', data: [] });

function ask({ svc }: ScriptedClient): Promise<unknown> {
  return withoutWaiting(() => svc.chat.completions.create(ASKED).catch((error: unknown) => error));
}

/** How often the client asks when every answer is this one. */
async function triesOf(response: () => Planned): Promise<number> {
  const client = scriptedClient(Array.from({ length: 9 }, response));
  await ask(client);
  return client.sent.length;
}

afterEach(() => vi.restoreAllMocks());

describe('what is sent again', () => {
  it.each([
    [429, 'rate_limit_error', 'rate_limited', { 'retry-after': '1' }],
    [503, 'service_unavailable_error', 'overloaded', { 'retry-after': '1' }],
    [500, 'api_error', 'internal_error', {}],
    [502, 'api_error', 'upstream_error', {}],
    [504, 'timeout_error', 'upstream_timeout', {}],
    [408, 'timeout_error', 'request_timeout', {}],
    [403, 'permission_error', 'feature_unavailable', {}],
  ])('ERR-39 %s %s %s: a few times', async (status, type, code, headers) => {
    expect(await triesOf(() => refusal(status, type, code, {}, headers as Record<string, string>))).toBe(4);
  });

  it.each([
    [400, 'invalid_request_error', 'invalid_request'],
    [401, 'authentication_error', 'invalid_api_key'],
    [402, 'insufficient_quota', 'quota_exhausted'],
    [403, 'permission_error', 'forbidden'],
    [403, 'permission_error', 'policy_denied'],
    [404, 'not_found_error', 'model_not_found'],
    [413, 'invalid_request_error', 'payload_too_large'],
  ])('ERR-39 POLICY-12 %s %s %s: never', async (status, type, code) => {
    expect(
      await triesOf(() =>
        refusal(status, type, code, { limit: 'monthly', resets_at: '2026-12-01T00:00:00Z' }),
      ),
    ).toBe(1);
  });

  it('LIMIT-13 every 429 is, whatever its code, also calls that cost', async () => {
    const codes = ['rate_limited', 'model_busy', 'capacity_busy', 'concurrent_request', 'from_the_future'];
    for (const code of codes) expect(await triesOf(() => refusal(429, 'rate_limit_error', code))).toBe(4);
  });

  it('ERR-37 a quota that could not be looked up is temporary, one that is used up is not', async () => {
    const unknown = () => refusal(402, 'insufficient_quota', 'quota_exhausted', { limit: 'unavailable' });
    expect(await triesOf(unknown)).toBe(4);
    expect(
      await triesOf(() =>
        refusal(402, 'insufficient_quota', 'quota_exhausted', { limit: 'unavailable', resets_at: null }),
      ),
    ).toBe(4);
    expect(
      await triesOf(() =>
        refusal(402, 'insufficient_quota', 'quota_exhausted', { limit: 'no_credits', resets_at: null }),
      ),
    ).toBe(1);
    expect(await ask(scriptedClient([unknown()], { maxRetries: 0 }))).toBeInstanceOf(InsufficientQuotaError);
  });

  it('PBETA-12 an error is what its status and code say, however its type is spelled', async () => {
    const once = (status: number, type: string, code: string) =>
      ask(scriptedClient([refusal(status, type, code)], { maxRetries: 0 }));
    for (const type of ['not_found', 'not_found_error', 'of_tomorrow'])
      expect(await once(404, type, 'workspace_not_found')).toMatchObject({
        constructor: NotFoundError,
        code: 'workspace_not_found',
      });
    for (const type of ['authentication', 'authentication_error'])
      expect(await once(401, type, 'invalid_api_key')).toMatchObject({
        constructor: AuthenticationError,
        code: 'invalid_api_key',
      });
  });

  it('ERR-43 a conflict is repeated shortly where the service says that it passes', async () => {
    expect(
      await triesOf(() => refusal(409, 'conflict_error', 'resource_conflict', {}, { 'retry-after': '1' })),
    ).toBe(4);
    expect(await triesOf(() => refusal(409, 'conflict_error', 'name_taken'))).toBe(1);
    expect(await ask(scriptedClient([refusal(409, 'conflict_error', 'name_taken')]))).toBeInstanceOf(
      ConflictError,
    );
  });

  it('ERR-11 an unknown code is met by its type', async () => {
    expect(await triesOf(() => refusal(502, 'api_error', 'something_new'))).toBe(4);
    const error = await ask(
      scriptedClient([refusal(429, 'rate_limit_error', 'something_new', { hint: 7 })], { maxRetries: 0 }),
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      code: 'something_new',
      type: 'rate_limit_error',
      status: 429,
      fields: { hint: 7 },
      requestId: 'req_1',
    });
  });

  it('a call that costs is not, when nobody knows whether it was done; one that surely never left is', async () => {
    const broken = (): Error => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    const nobody = (): Error => new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    expect(await triesOf(broken)).toBe(1);
    expect(await triesOf(nobody)).toBe(4);
    expect(await ask(scriptedClient([broken()]))).toBeInstanceOf(ConnectionError);
  });

  it('a call that costs is not, once its answer has begun', async () => {
    const cut = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
    const client = scriptedClient([new Response(cut)]);
    expect(await ask(client)).toBeInstanceOf(ConnectionError);
    expect(client.sent).toHaveLength(1);
  });

  it('a read is, also when its answer broke off', async () => {
    const client = scriptedClient([json('{"object":"li'), new TypeError('fetch failed'), OK()]);
    expect(await withoutWaiting(() => client.svc.models.list())).toEqual({ object: 'list', data: [] });
  });
});

describe('changes of the Admin API', () => {
  it('carry one Idempotency-Key through all their tries, and another for the next call', async () => {
    const client = scriptedClient([
      new TypeError('fetch failed'),
      refusal(503, 'service_unavailable_error', 'x'),
      json({}),
      json({}),
    ]);
    await withoutWaiting(() => client.svc.admin.createWorkspace({ name: 'Research' }));
    await client.svc.admin.createWorkspace({ name: 'Research' });
    const keys = client.sent.map(({ init }) => init.headers['idempotency-key']);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('take a key of the caller', async () => {
    const client = scriptedClient([json({})]);
    await client.svc.admin.createWorkspace({ name: 'Research' }, { idempotencyKey: 'mine' });
    expect(client.sent[0]?.init.headers['idempotency-key']).toBe('mine');
  });
});

describe('when it is sent again', () => {
  it('ERR-40 not before Retry-After has passed', async () => {
    const client = scriptedClient([
      refusal(429, 'rate_limit_error', 'rate_limited', { retry_after: 1 }, { 'retry-after': '7' }),
      refusal(503, 'service_unavailable_error', 'overloaded', { retry_after: 20 }),
      OK(),
    ]);
    await ask(client);
    const [first, second] = pauses(client.sent);
    expect(first).toBeGreaterThanOrEqual(7000);
    expect(first).toBeLessThan(8000);
    expect(second).toBeGreaterThanOrEqual(20_000);
  });

  it('ERR-40 and not at all when that is longer than anybody waits', async () => {
    const client = scriptedClient([
      refusal(429, 'rate_limit_error', 'rate_limited', {}, { 'retry-after': '3600' }),
    ]);
    expect(await ask(client)).toMatchObject({ retryAfterSeconds: 3600 });
    expect(client.sent).toHaveLength(1);
  });

  it('ERR-40 Retry-After may be a date', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') });
    const client = scriptedClient([
      refusal(503, 'service_unavailable_error', 'x', {}, { 'retry-after': 'Sun, 22 Nov 2026 10:00:09 GMT' }),
      OK(),
    ]);
    const responded = client.svc.chat.completions.create(ASKED);
    await vi.runAllTimersAsync();
    await responded;
    vi.useRealTimers();
    expect(pauses(client.sent)[0]).toBeGreaterThanOrEqual(9000);
  });

  it('ERR-41 else after about 1, 2 and 4 seconds, spread, and never more than 30', async () => {
    const failing = (): ScriptedClient =>
      scriptedClient(
        Array.from({ length: 9 }, () => refusal(500, 'api_error', 'internal_error')),
        { maxRetries: 7 },
      );
    for (const [chance, expected] of [
      [0, [750, 1500, 3000, 6000, 12_000, 24_000, 30_000]],
      [0.5, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]],
      [1, [1250, 2500, 5000, 10_000, 20_000, 30_000, 30_000]],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const client = failing();
      await ask(client);
      expect(pauses(client.sent)).toEqual(expected);
    }
  });

  it('gives up at once when the caller does, also while waiting', async () => {
    vi.useFakeTimers();
    const client = scriptedClient([
      refusal(503, 'service_unavailable_error', 'x', {}, { 'retry-after': '60' }),
    ]);
    const caller = new AbortController();
    const responded = client.svc.chat.completions.create(ASKED, { signal: caller.signal });
    const outcome = responded.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    const reason = new Error('changed my mind');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    expect(client.sent).toHaveLength(1);
  });
});

describe('what is thrown', () => {
  it('ERR-10 takes the code of the envelope, and of the flat form of older servers', async () => {
    const flat = json({ error: 'rate_limited', message: 'Slow down.', limit: 5 }, 429, {
      'x-svc-request-id': 'req_9',
    });
    const error = await ask(scriptedClient([flat], { maxRetries: 0 }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'Slow down.',
      fields: { limit: 5 },
      requestId: 'req_9',
      param: null,
    });
    const envelope = refusal(400, 'invalid_request_error', 'messages_required', { param: 'messages' });
    expect(await ask(scriptedClient([envelope]))).toMatchObject({
      code: 'messages_required',
      param: 'messages',
      status: 400,
      name: 'InvalidRequestError',
    });
  });

  it('makes an error of what is no error of this API', async () => {
    const error = await ask(scriptedClient([json('<h1>Bad gateway</h1>', 520)], { maxRetries: 0 }));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ code: 'unreadable_error', status: 520, type: 'api_error' });
    expect(await ask(scriptedClient([json('nothing', 418)]))).toMatchObject({
      type: 'invalid_request_error',
    });
  });

  it('does not wait longer than timeoutMs for an answer', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error));
      });
    const svc = new Svc({
      baseUrl: 'http://svc.test',
      apiKey: 'x',
      fetch: never,
      timeoutMs: 50,
      maxRetries: 0,
    });
    await expect(withoutWaiting(() => svc.models.list())).rejects.toMatchObject({
      name: 'NoAnswerError',
      sent: true,
    });
  });

  it('takes timeoutMs that no timer can count, too', async () => {
    const { svc } = scriptedClient([json({ object: 'list', data: [] })], { timeoutMs: 1e12 });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await svc.models.list();
    expect(timers).toHaveBeenCalledWith(expect.anything(), 2 ** 31 - 1);
    timers.mockRestore();
  });
});
