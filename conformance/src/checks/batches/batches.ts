import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { HELLO } from '../../calls/chat-call.ts';

const FILES = '/v1/files';
const BATCHES = '/v1/batches';
const STATUSES: ReadonlySet<string> = new Set([
  'validating',
  'in_progress',
  'canceling',
  'completed',
  'expired',
  'canceled',
  'failed',
]);
const WAIT_MS = 60_000;

interface Batch {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly output_file_id: string | null;
  readonly request_counts: Readonly<Record<string, number>>;
  readonly errors: readonly { readonly line: number | null; readonly param: string | null }[];
  readonly ended_at: string | null;
}

function ask(
  deployment: Deployment,
  method: string,
  path: string,
  { body, as = 'main' }: { readonly body?: object; readonly as?: string } = {},
): Promise<HttpResponse> {
  return deployment.send(path, {
    method,
    headers: {
      authorization: `Bearer ${deployment.credential(as)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function upload(deployment: Deployment, lines: readonly (object | string)[]): Promise<string> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const part = (name: string, value: string, more = ''): string =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const response = await deployment.send(FILES, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deployment.credential('main')}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    body: `${part('purpose', 'batch')}${part('file', text, '; filename="lines.jsonl"')}--edge--\r\n`,
  });
  assert.equal(response.status, 201, response.text);
  const { id } = response.json<{ id: string }>();
  for (;;) {
    const { status } = (await ask(deployment, 'GET', `${FILES}/${id}`)).json<{ status: string }>();
    if (status !== 'processing') return id;
    await delay(50);
  }
}

async function create(deployment: Deployment, lines: readonly (object | string)[]): Promise<Batch> {
  const response = await ask(deployment, 'POST', BATCHES, {
    body: { input_file_id: await upload(deployment, lines) },
  });
  assert.equal(response.status, 201, response.text);
  return response.json<Batch>();
}

async function untilEnded(deployment: Deployment, { id }: Batch): Promise<Batch> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += 100) {
    const batch = (await ask(deployment, 'GET', `${BATCHES}/${id}`)).json<Batch>();
    assert.ok(STATUSES.has(batch.status), batch.status);
    if (batch.ended_at !== null) return batch;
    await delay(100);
  }
  throw new Error('the batch did not end');
}

const line = (id: string, more: object = {}): object => ({
  custom_id: id,
  endpoint: '/v1/chat/completions',
  body: { messages: HELLO },
  ...more,
});

check(
  'BATCH-01 BATCH-05 BATCH-07 BATCH-08 BATCH-10 BATCH-13 FILE-08 FILE-29',
  'a batch answers each line once, in input order, with the same result as the endpoint',
  async (deployment) => {
    const message = { model: 'Svc Standard', max_tokens: 50, messages: HELLO };
    const created = await create(deployment, [
      line('chat'),
      line('message', { endpoint: '/v1/messages', body: message }),
      line('refused', { body: { messages: [] } }),
    ]);
    assert.match(created.id, /^batch_/);
    assert.equal(created.type, 'batch');
    const ended = await untilEnded(deployment, created);
    assert.equal(ended.status, 'completed');
    assert.deepEqual(ended.request_counts, {
      total: 3,
      processing: 0,
      succeeded: 2,
      errored: 1,
      canceled: 0,
      expired: 0,
    });
    const path = `${FILES}/${ended.output_file_id}`;
    const file = (await ask(deployment, 'GET', path)).json<{ source: string; purpose: string }>();
    assert.deepEqual([file.source, file.purpose], ['batch_output', 'batch']);
    const output = (await ask(deployment, 'GET', `${path}/content`)).text.trimEnd().split('\n');
    const results = output.map(
      (text) =>
        JSON.parse(text) as {
          custom_id: string;
          result: {
            type: string;
            status_code: number;
            body: { object?: string; type?: string; error?: { code: string } };
          };
        },
    );
    assert.deepEqual(
      results.map(({ custom_id: id, result: { type, status_code: status } }) => [id, type, status]),
      [
        ['chat', 'succeeded', 200],
        ['message', 'succeeded', 200],
        ['refused', 'errored', 400],
      ],
    );
    const [chat, whole, refused] = results;
    assert.equal(chat?.result.body.object, 'chat.completion');
    assert.equal(whole?.result.body.type, 'message');
    assert.equal(refused?.result.body.error?.code, 'messages_required');
  },
);

check(
  'BATCH-03 BATCH-04 BATCH-14 BATCH-15',
  'one invalid line fails the whole batch: the error names the line, and no line runs',
  async (deployment) => {
    const { custom_id: _id, ...nameless } = line('x') as { custom_id: string };
    const batch = await untilEnded(
      deployment,
      await create(deployment, [
        line('a'),
        nameless,
        line('b', { endpoint: '/v1/embeddings' }),
        '{"custom_id"',
      ]),
    );
    assert.deepEqual(
      [batch.status, batch.output_file_id, batch.request_counts['total']],
      ['failed', null, 0],
    );
    assert.deepEqual(
      batch.errors.map(({ line: at, param }) => [at, param]),
      [
        [2, 'custom_id'],
        [3, 'endpoint'],
        [4, null],
      ],
    );
  },
);

check('BATCH-02', 'a batch is not found with the key of another workspace', async (deployment) => {
  const { id } = await untilEnded(deployment, await create(deployment, [line('mine')]));
  const response = await ask(deployment, 'GET', `${BATCHES}/${id}`, { as: 'research' });
  assertError(response, { status: 404, code: 'batch_not_found', param: 'batch_id' });
});

check('ERR-21', 'cancelling a batch that has ended is a conflict_error', async (deployment) => {
  const { id } = await untilEnded(deployment, await create(deployment, [line('done')]));
  const response = await ask(deployment, 'POST', `${BATCHES}/${id}/cancel`);
  assert.equal(assertError(response, { status: 409, code: 'resource_conflict' }).type, 'conflict_error');
});

check('ADMIN-20', 'an admin key is refused', async (deployment) => {
  assertError(await ask(deployment, 'GET', BATCHES, { as: 'admin' }), {
    status: 403,
    code: 'inference_not_allowed',
  });
});
