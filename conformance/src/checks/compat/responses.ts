import assert from 'node:assert/strict';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { NotRun } from '../../runner/not-run.ts';

const PATH = '/compat/openai/v1/responses';
type Fields = Readonly<Record<string, unknown>>;

async function requireEnabled(deployment: Deployment): Promise<void> {
  const { status } = await deployment.send('/compat/openai/v1', { method: 'HEAD' });
  if (status === 404) throw new NotRun('compat.openai.enabled is false');
}

async function respond(deployment: Deployment, fields: Fields = {}, path = PATH): Promise<HttpResponse> {
  await requireEnabled(deployment);
  return deployment.post(path, { model: 'Svc Standard', input: 'Hello', ...fields });
}

function assertRefused(response: HttpResponse, code: string, param: string | null): void {
  const { error } = response.json<{ error: { code: string; param: string | null } }>();
  assert.deepEqual([response.status, error.code, error.param], [400, code, param]);
}

interface ResponseBody extends Fields {
  readonly id: string;
  readonly status: string;
  readonly output: readonly { readonly id: string; readonly type: string; readonly content?: Fields[] }[];
  readonly usage: Fields;
}

interface ResponseEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly item?: object;
  readonly response?: ResponseBody;
}

/** Each has two lines: its name, which is its type, and its data. */
function readEvents(text: string): ResponseEvent[] {
  const events = text.split('\n\n');
  assert.equal(events.pop(), '', 'behind the last event');
  return events.map((event) => {
    const [, name, data] = /^event: ([^\n]+)\ndata: ([^\n]+)$/.exec(event) ?? [];
    assert.ok(data !== undefined, `COMPR-12 an event has a name and data: ${event.slice(0, 80)}`);
    const parsed = JSON.parse(data) as ResponseEvent;
    assert.equal(name, parsed.type, 'COMPR-12 the name is the type');
    return parsed;
  });
}

const REPEATED = {
  background: false,
  max_tool_calls: null,
  previous_response_id: null,
  service_tier: 'default',
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  truncation: 'disabled',
};

check(
  'COMPR-01 COMPR-10 COMPR-15 COMPR-20',
  'a response is one object that is not stored if the caller says so',
  async (deployment) => {
    const response = await respond(deployment, { stream: null, store: false, reasoning: {}, unknown: 1 });
    assert.equal(response.status, 200, response.text.slice(0, 300));
    const body = response.json<ResponseBody>();
    assert.match(body.id, /^resp_/);
    assert.deepEqual([body['object'], body.status, body['store']], ['response', 'completed', false]);
    for (const [name, value] of Object.entries(REPEATED))
      assert.deepEqual(body[name], value, `COMPR-10 ${name}`);
    assert.deepEqual(Object.keys(body.usage), [
      'input_tokens',
      'input_tokens_details',
      'output_tokens',
      'output_tokens_details',
      'total_tokens',
    ]);
  },
);

check('COMPR-11 COMPR-12', 'a stream is numbered, and its items add up to its end', async (deployment) => {
  const response = await respond(deployment, { stream: true });
  const events = readEvents(response.text);
  assert.deepEqual(
    events.map((event) => event.sequence_number),
    events.map((_, i) => i),
  );
  const types = events.map(({ type }) => type);
  assert.deepEqual(types.slice(0, 2), ['response.created', 'response.in_progress']);
  assert.equal(types.at(-1), 'response.completed');
  assert.deepEqual(events[0]!.response!.output, []);
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
  assert.deepEqual(done, events.at(-1)!.response!.output);
  for (const type of ['output_item.added', 'content_part.added', 'output_text.delta', 'output_text.done'])
    assert.ok(types.includes(`response.${type}`), type);
});

check(
  'COMPR-04 COMPR-05 COMPR-07 COMPR-20',
  'what is not available is refused by name',
  async (deployment) => {
    assertRefused(await respond(deployment, { background: true }), 'unsupported_value', 'background');
    assertRefused(
      await respond(deployment, { previous_response_id: 'resp_1' }),
      'previous_response_not_found',
      'previous_response_id',
    );
    const referring = [
      { role: 'user', content: 'a' },
      { type: 'item_reference', id: 'msg_1' },
    ];
    assertRefused(await respond(deployment, { input: referring }), 'invalid_request', 'input[1].id');
    assertRefused(
      await respond(deployment, { input: [{ type: 'mcp_call' }] }),
      'unsupported_value',
      'input[0].type',
    );
    assertRefused(
      await respond(deployment, { tools: [{ type: 'code_interpreter' }] }),
      'unsupported_value',
      'tools[0].type',
    );
  },
);

check('COMPR-21', 'a response that is stored can be named by the id of its items', async (deployment) => {
  for (const stream of [false, true]) {
    const response = await respond(deployment, { stream });
    const body = stream ? readEvents(response.text).at(-1)!.response! : response.json<ResponseBody>();
    const [item] = body.output;
    const naming = {
      input: [
        { role: 'user', content: 'Hello' },
        { type: 'item_reference', id: item!.id },
        { role: 'user', content: 'Go on' },
      ],
    };
    if (body['store'] === false)
      assertRefused(await respond(deployment, naming), 'invalid_request', 'input[1].id');
    else assert.equal((await respond(deployment, naming)).status, 200, 'COMPR-21 it is found at once');
  }
});

check('COMPR-19', 'a conversation is compacted to one item, from which it goes on', async (deployment) => {
  const input = [{ role: 'user', content: 'Hello' }];
  const triggered = await respond(deployment, { input: [...input, { type: 'compaction_trigger' }] });
  const compacted = await respond(deployment, { input }, `${PATH}/compact`);
  for (const response of [triggered, compacted]) {
    assert.equal(response.status, 200, response.text.slice(0, 300));
    const { output } = response.json<ResponseBody>();
    assert.deepEqual(
      output.map(({ type }) => type),
      ['compaction'],
    );
    const [item] = output;
    assert.equal(
      (await respond(deployment, { input: [item, ...input] })).status,
      200,
      'COMPR-19 it is taken back',
    );
    const forged = { ...item, encrypted_content: 'svc1.AAAA.AAAA' };
    assertRefused(
      await respond(deployment, { input: [forged, ...input] }),
      'invalid_request',
      'input[0].encrypted_content',
    );
  }
});

check('COMPE-04', 'an unknown model is 400, which clients do not repeat', async (deployment) => {
  assertRefused(await respond(deployment, { model: 'svc-nothing' }), 'model_not_found', 'model');
});

check('COMPR-18', 'the tokens of an input are counted', async (deployment) => {
  const count = async (fields: Fields): Promise<number> => {
    const response = await respond(deployment, fields, `${PATH}/input_tokens`);
    const { object, input_tokens: tokens } = response.json<{ object: string; input_tokens: number }>();
    assert.equal(object, 'response.input_tokens');
    return tokens;
  };
  assert.ok((await count({ input: 'Hello, and a few words more' })) > (await count({})));
});

check('COMPR-01', 'a WebSocket is answered with 426', async (deployment) => {
  await requireEnabled(deployment);
  const response = await deployment.send(PATH, {
    headers: { connection: 'Upgrade', upgrade: 'websocket' },
  });
  assert.deepEqual([response.status, response.text], [426, '']);
  assert.ok(response.headers['upgrade'], 'Upgrade');
});
