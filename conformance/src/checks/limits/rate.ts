import assert from 'node:assert/strict';
import { assertError } from '../../http/assert-error.ts';
import { chat, wholeReply } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { askAs } from '../auth/routes.ts';

const LIMIT = 600;
const CONCURRENCY = 16;
const LIMITED = { status: 429, code: 'rate_limited', extra: { scope: 'api_key' } } as const;

/** Counts `times` requests of a key. Their body is no JSON: they are admitted, counted and then refused (D-76), and no engine runs. */
async function spend(deployment: Deployment, as: string, times: number): Promise<void> {
  await repeatedly(times, async () =>
    assertError(await deployment.post('/v1/chat/completions', '{', { as }), {
      status: 400,
      code: 'invalid_json',
    }),
  );
}

async function repeatedly(times: number, act: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await act();
    }),
  );
}

async function assertLimited(deployment: Deployment, as: string): Promise<HttpResponse> {
  const response = await chat(deployment, {}, { as });
  assertError(response, LIMITED);
  return response;
}

check(
  'LIMIT-06 LIMIT-05',
  '600 chat completions a minute are answered, and the next is refused without an engine call',
  async (deployment) => {
    await repeatedly(LIMIT, () => wholeReply(deployment, {}, { as: 'rate' }));
    if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, LIMIT);
    for (let i = 0; i < 3; i++) await assertLimited(deployment, 'rate');
    assertError(await chat(deployment, { stream: true }, { as: 'rate' }), LIMITED);
    if (deployment.hasUpstream) assert.equal(deployment.upstream.requests.length, LIMIT);
  },
);

check('LIMIT-09 LIMIT-10', 'rate_limited says when to retry, in headers and body', async (deployment) => {
  deployment.requireClock();
  await spend(deployment, 'rate', 300);
  await deployment.advanceClock(20);
  await spend(deployment, 'rate', 300);
  const response = await assertLimited(deployment, 'rate');
  const seconds = Number(response.headers['retry-after']);
  assert.ok(
    seconds >= 30 && seconds <= 40,
    `the oldest request leaves the window in about 40 s, Retry-After is ${seconds}`,
  );
  assert.equal(response.headers['x-ratelimit-limit'], String(LIMIT));
  assert.equal(response.headers['x-ratelimit-remaining'], '0');
  assert.equal(response.headers['x-ratelimit-reset-seconds'], String(seconds));
  const { error } = response.json<{ error: Record<string, unknown> }>();
  assert.equal(error['scope'], 'api_key', 'D-76');
  assert.equal(error['retry_after_seconds'], seconds);
  await deployment.advanceClock(seconds);
  await wholeReply(deployment, {}, { as: 'rate' });
});

check(
  'LIMIT-07',
  'requests become available as old ones leave the window, not all at once',
  async (deployment) => {
    deployment.requireClock();
    await spend(deployment, 'rate', 300);
    await deployment.advanceClock(30);
    await spend(deployment, 'rate', 300);
    await assertLimited(deployment, 'rate');
    await deployment.advanceClock(31);
    await spend(deployment, 'rate', 300);
    await assertLimited(deployment, 'rate');
    await deployment.advanceClock(31);
    await spend(deployment, 'rate', 300);
    await assertLimited(deployment, 'rate');
  },
);

check(
  'LIMIT-07',
  'refused requests are not counted, and requests that fail later are (D-76)',
  async (deployment) => {
    deployment.requireClock();
    await spend(deployment, 'rate', LIMIT);
    await deployment.advanceClock(45);
    await repeatedly(50, () => assertLimited(deployment, 'rate'));
    await deployment.advanceClock(16);
    await spend(deployment, 'rate', LIMIT);
    await assertLimited(deployment, 'rate');
  },
);

check('LIMIT-06', 'requests refused before the rate limit are not counted', async (deployment) => {
  for (let i = 0; i < 20; i++) {
    assertError(
      await chat(deployment, {}, { as: 'origins', headers: { origin: 'https://elsewhere.test' } }),
      {
        status: 403,
        code: 'origin_not_allowed',
      },
    );
    assert.equal((await deployment.get('/v1/chat/completions', { as: 'origins' })).status, 405);
  }
  const headers = { origin: 'https://app.acme.test' };
  await repeatedly(LIMIT, async () =>
    assertError(await deployment.post('/v1/chat/completions', '{', { as: 'origins', headers }), {
      status: 400,
      code: 'invalid_json',
    }),
  );
  assertError(await chat(deployment, {}, { as: 'origins', headers }), LIMITED);
});

check(
  'LIMIT-08',
  'keys are counted separately, even in one workspace and of one person',
  async (deployment) => {
    await spend(deployment, 'rate', LIMIT);
    await assertLimited(deployment, 'rate');
    for (const as of ['rate_two', 'main', 'code_client']) await wholeReply(deployment, {}, { as });
  },
);

check(
  'LIMIT-11',
  'a key at its limit may still read the models, without any rate header',
  async (deployment) => {
    await spend(deployment, 'rate', LIMIT);
    await assertLimited(deployment, 'rate');
    for (const place of ['models', 'model'] as const) {
      const { status, headers } = await askAs(deployment, place, 'rate');
      assert.equal(status, 200);
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.includes('ratelimit')),
        [],
      );
    }
  },
);

check('LIMIT-11', 'answers that are not rate_limited have no rate headers', async (deployment) => {
  const responses = [
    await chat(deployment),
    await chat(deployment, { stream: true }),
    await chat(deployment, { messages: [] }),
    await deployment.get('/v1/models'),
    await deployment.get('/v1/nothing'),
    await chat(deployment, {}, { as: 'revoked' }),
  ];
  for (const { headers } of responses)
    assert.deepEqual(
      Object.keys(headers).filter((name) => /rate-?limit/.test(name)),
      [],
    );
});
