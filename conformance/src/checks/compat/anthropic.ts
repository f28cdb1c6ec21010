import assert from 'node:assert/strict';
import { HELLO } from '../../calls/chat-call.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { NotRun } from '../../runner/not-run.ts';

const ROOT = '/compat/anthropic/v1';
const MODEL = 'Svc Standard';
type Fields = Readonly<Record<string, unknown>>;

async function requireEnabled(deployment: Deployment): Promise<void> {
  const { status } = await deployment.send(ROOT, { method: 'HEAD' });
  if (status === 404) throw new NotRun('compat.anthropic.enabled is false');
  assert.equal(status, 200, 'COMPG-18 HEAD on the prefix');
}

async function message(deployment: Deployment, fields: Fields = {}): Promise<HttpResponse> {
  await requireEnabled(deployment);
  return deployment.post(`${ROOT}/messages`, { model: MODEL, max_tokens: 64, messages: HELLO, ...fields });
}

function assertRefused(response: HttpResponse, status: number, type: string): Fields {
  const body = response.json<{ type: string; error: Fields; request_id: string }>();
  assert.deepEqual([response.status, body.type, body.error['type']], [status, 'error', type]);
  assert.equal(body.request_id, response.headers['request-id'], 'COMPG-15 request-id');
  return body.error;
}

/** Names and data of the events, in which each type is that of its name. */
function eventsOf({ text }: HttpResponse): ({ type: string } & Fields)[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const [, name, data] = /^event: (\w+)\ndata: ([^\n]*)$/.exec(event) ?? [];
      const parsed = JSON.parse(data ?? '') as { type: string } & Fields;
      assert.equal(parsed.type, name);
      return parsed;
    });
}

check(
  'COMPA-01 COMPA-12 COMPA-15',
  'a message is one object unless a stream is asked for',
  async (deployment) => {
    const response = await message(deployment, { stream: null, unknown: 1, top_k: null });
    assert.equal(response.status, 200, response.text.slice(0, 300));
    const { id, model, usage, ...body } = response.json<
      { id: string; model: string; usage: Fields } & Fields
    >();
    assert.match(id, /^msg_/);
    assert.equal(model, MODEL);
    assert.deepEqual(Object.keys(body), [
      'type',
      'role',
      'content',
      'stop_reason',
      'stop_sequence',
      'container',
      'context_management',
      'diagnostics',
      'stop_details',
    ]);
    assert.deepEqual(Object.keys(usage), [
      'input_tokens',
      'cache_creation_input_tokens',
      'cache_read_input_tokens',
      'cache_creation',
      'output_tokens',
      'output_tokens_details',
      'server_tool_use',
      'service_tier',
      'speed',
      'inference_geo',
      'iterations',
      'fallback_credit',
    ]);
  },
);

check('COMPA-13', 'a stream has the events of the vendor in their order', async (deployment) => {
  const events = eventsOf(await message(deployment, { stream: true }));
  const types = events.map(({ type }) => type);
  assert.deepEqual(types.slice(0, 3), ['message_start', 'ping', 'content_block_start']);
  assert.deepEqual(types.slice(-3), ['content_block_stop', 'message_delta', 'message_stop']);
  assert.ok(types.slice(3, -3).every((type) => type === 'content_block_delta' || type === 'ping'));
  const { usage } = events.at(-2)!;
  assert.equal(typeof (usage as Fields)['output_tokens'], 'number');
});

check('COMPA-05', 'a thread is refused so that the conversation is sent', async (deployment) => {
  const response = await message(deployment, { thread: { type: 'create' } });
  const error = assertRefused(response, 400, 'invalid_request_error');
  assert.deepEqual(error['details'], { error_code: 'thread_unsupported_request', unsupported: ['thread'] });
});

check('COMPA-02 COMPA-06 COMPE-07', 'what is missing or not to be had is named', async (deployment) => {
  for (const [fields, path] of [
    [{ max_tokens: null }, 'max_tokens'],
    [{ container: 'c' }, 'container'],
    [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }, 'tools[0].type'],
  ] as const) {
    const { message: words } = assertRefused(await message(deployment, fields), 400, 'invalid_request_error');
    assert.ok(String(words).includes(path), String(words));
  }
});

check('COMPA-17', 'tokens are counted without a limit of the reply', async (deployment) => {
  await requireEnabled(deployment);
  const fields = { model: MODEL, messages: HELLO, tools: [] };
  const response = await deployment.post(`${ROOT}/messages/count_tokens`, fields);
  assert.equal(response.status, 200, response.text.slice(0, 300));
  assert.deepEqual(Object.keys(response.json()), ['input_tokens']);
});

check('COMPA-18', 'the list names models that can be read', async (deployment) => {
  await requireEnabled(deployment);
  const list = await deployment.get(`${ROOT}/models?limit=1`);
  const { data, first_id: first } = list.json<{ data: Fields[]; first_id: string }>();
  assert.deepEqual(
    data.map(({ id }) => id),
    [first],
  );
  const one = await deployment.get(`${ROOT}/models/${encodeURIComponent(first)}`);
  assert.deepEqual(one.json(), data[0]);
  assertRefused(await deployment.get(`${ROOT}/models/nothing`), 404, 'not_found_error');
  assertRefused(await deployment.post(`${ROOT}/messages/batches`, {}), 404, 'not_found_error');
});

check('COMPE-01', 'the key may come in x-api-key', async (deployment) => {
  await requireEnabled(deployment);
  const withKey = (key: string): Promise<HttpResponse> =>
    deployment.send(`${ROOT}/models`, { headers: { 'x-api-key': key } });
  assert.equal((await withKey(deployment.credential('main'))).status, 200);
  assertRefused(await withKey('sk-unknown'), 401, 'authentication_error');
});
