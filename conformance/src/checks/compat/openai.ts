import assert from 'node:assert/strict';
import { HELLO, tool } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { parseEventStream } from '../../http/event-stream.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { NotRun } from '../../runner/not-run.ts';

const ROOT = '/compat/openai/v1';
const MODEL = 'Svc Standard';
type Fields = Readonly<Record<string, unknown>>;

async function requireEnabled(deployment: Deployment): Promise<void> {
  const { status } = await deployment.send(ROOT, { method: 'HEAD' });
  if (status === 404) throw new NotRun('compat.openai.enabled is false');
  assert.equal(status, 200, 'COMPG-18 HEAD on the prefix');
}

async function chat(deployment: Deployment, fields: Fields = {}): Promise<HttpResponse> {
  await requireEnabled(deployment);
  return deployment.post(`${ROOT}/chat/completions`, { model: MODEL, messages: HELLO, ...fields });
}

function assertRefused(response: HttpResponse, status: number, code: string, param: string | null): void {
  const { error } = response.json<{ error: { code: string; param: string | null } }>();
  assert.deepEqual([response.status, error.code, error.param], [status, code, param]);
}

check(
  'COMPO-01 COMPO-08 COMPO-12',
  'a completion is one object unless a stream is asked for',
  async (deployment) => {
    const response = await chat(deployment, { stream: null, max_tokens: null, unknown: 1 });
    assert.equal(response.status, 200, response.text.slice(0, 300));
    const body = response.json<{ id: string; object: string; choices: Fields[]; usage: Fields } & Fields>();
    assert.match(body.id, /^chatcmpl-/);
    assert.equal(body.object, 'chat.completion');
    assert.deepEqual([body['service_tier'], body['system_fingerprint']], ['default', null]);
    assert.deepEqual(Object.keys(body.choices[0]!), ['index', 'message', 'logprobs', 'finish_reason']);
    assert.deepEqual(Object.keys(body.usage), [
      'prompt_tokens',
      'completion_tokens',
      'total_tokens',
      'prompt_tokens_details',
      'completion_tokens_details',
    ]);
  },
);

for (const included of [true, false])
  check(
    'COMPO-09',
    `a stream ends with [DONE] and ${included ? 'has' : 'has no'} usage`,
    async (deployment) => {
      const options = included ? { stream_options: { include_usage: true } } : {};
      const response = await chat(deployment, { stream: true, ...options });
      const { events } = parseEventStream(response.bytes);
      assert.equal(events.at(-1), '[DONE]');
      const chunks = events
        .slice(0, -1)
        .map((event) => JSON.parse(event) as { choices: Fields[]; usage?: unknown });
      const choices = chunks.flatMap((chunk) => chunk.choices);
      assert.ok(choices.every((choice) => choice['logprobs'] === null && choice['index'] === 0));
      assert.equal(choices.at(-1)?.['finish_reason'], 'stop');
      const last = chunks.at(-1)!;
      if (included) {
        assert.deepEqual(last.choices, []);
        assert.ok(chunks.slice(0, -1).every((chunk) => chunk.usage === null));
        assert.equal(typeof last.usage, 'object');
      } else assert.ok(chunks.every((chunk) => !('usage' in chunk)));
    },
  );

check('COMPO-04 COMPE-07', 'what would make another answer is refused by name', async (deployment) => {
  for (const [field, value] of Object.entries({
    n: 2,
    logprobs: true,
    modalities: ['audio'],
    functions: [{ name: 'f' }],
  }))
    assertRefused(await chat(deployment, { [field]: value }), 400, 'unsupported_value', field);
});

check(
  'COMPG-07 COMPE-04',
  'a model is known by its id in small letters, and no other is',
  async (deployment) => {
    assert.equal((await chat(deployment, { model: 'svc-standard' })).json()['model'], MODEL);
    assertRefused(await chat(deployment, { model: 'svc-nothing' }), 404, 'model_not_found', 'model');
  },
);

check('COMPG-03 COMPE-01', 'the key may come in x-api-key', async (deployment) => {
  await requireEnabled(deployment);
  const withKey = async (key: string): Promise<HttpResponse> =>
    deployment.send(`${ROOT}/models`, { headers: { 'x-api-key': key } });
  assert.equal((await withKey(deployment.credential('main'))).status, 200);
  assertRefused(await withKey('sk-unknown'), 401, 'invalid_api_key', null);
});

check('COMPG-13', 'a call without a result is refused', async (deployment) => {
  const asked = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  const fields = { tools: [tool('f')], messages: [...HELLO, asked] };
  assertRefused(await chat(deployment, fields), 400, 'invalid_request', 'messages');
});

check('COMPG-18 COMPE-05', 'other paths are unknown in the words of the vendor', async (deployment) => {
  await requireEnabled(deployment);
  for (const path of [
    '/compat/openai/chat/completions',
    `${ROOT}/v1/chat/completions`,
    `${ROOT}/fine_tuning/jobs`,
  ])
    assertRefused(await deployment.post(path, {}), 404, 'unknown_url', null);
  const other = await deployment.get(`${ROOT}/chat/completions`);
  assert.deepEqual([other.status, other.headers['allow']], [405, 'POST']);
});

check('COMPO-13', 'the list names models that can be read', async (deployment) => {
  await requireEnabled(deployment);
  const { data } = (await deployment.get(`${ROOT}/models`)).json<{
    data: { id: string; object: string }[];
  }>();
  const model = data.find(({ id }) => id === MODEL);
  assert.equal(model?.object, 'model');
  assert.deepEqual((await deployment.get(`${ROOT}/models/svc-standard`)).json(), model);
});
