import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorReply,
  openaiEngine,
  readReply,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type HttpReply,
  type Reply,
  type ScriptedUpstream,
} from '#test-kit';
import {
  ADMIN_SECRET,
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
} from '../console/console-fixture.ts';

const FLAG = 'prompt-tools-2026-12-01';
const WRITTEN = {
  working: 'The task names a reader, so the prompt does too.',
  system: 'You greet {{name}}.',
  messages: [{ role: 'user', content: 'Greet {{name}} in {{language}}.' }],
  variables: { name: 'Ada', unused: 'x' },
  notes: ['Which tone is meant?'],
};
const TASK = { task: 'Greet a customer' };
const FILLED = { system: 'You greet Ada.', messages: [{ role: 'user', content: 'Greet Ada in French.' }] };
const IMPROVE = { ...FILLED, problem: 'It is too long.' };
const USAGE = { prompt_tokens: 100, completion_tokens: 20 };
const written = (more: object = {}): Reply =>
  textReply(JSON.stringify({ ...WRITTEN, ...more }), { usage: USAGE });

describe.each(await httpDatabases(import.meta.filename))('prompt tools on the $kind database', (database) => {
  let upstream: ScriptedUpstream;
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    fixture = await startConsoleFixture(
      database,
      { prompt_task_characters: 1000 },
      { engines: { main: openaiEngine(upstream.baseUrl) } },
    );
  });
  afterAll(async () => {
    await fixture?.stop();
    await upstream?.close();
  });

  const ask = async (
    tool: string,
    body: unknown,
    { key = fixture.secrets.pia, flag = FLAG }: { key?: string; flag?: string } = {},
  ): Promise<HttpReply> =>
    readReply(
      await fetch(`http://127.0.0.1:${fixture.service.port}/v1/prompts/${tool}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(flag === '' ? {} : { 'svc-beta': flag }),
        },
        body: JSON.stringify(body),
      }),
    );
  /** One reply after the other; the last one repeats. */
  const script = (...replies: readonly Reply[]): void => {
    const first = upstream.requests.length;
    upstream.script(({ number }) => replies[Math.min(number - first, replies.length - 1)]!);
  };
  const asked = async (work: () => Promise<unknown>): Promise<number> => {
    const before = upstream.requests.length;
    await work();
    return upstream.requests.length - before;
  };
  /** A request's usage record; undefined if it cost nothing. */
  const recordOf = async (requestId: string): Promise<Record<string, unknown> | undefined> => {
    const { status, body } = await fixture.as('primary_owner', 'GET', `/requests/${requestId}`);
    return status === 200 ? body : undefined;
  };

  it('PTOOL-01 PTOOL-07 PTOOL-08 D-PTOOL-2 D-GEN-1 draft a prompt, with the reasoning and open questions', async () => {
    script(written());
    expect(
      await asked(async () => {
        const { status, body, headers } = await ask('generate', TASK);
        expect(status).toBe(200);
        expect(body).toEqual({
          id: expect.stringMatching(/^ptool_[0-9a-z]{26}$/),
          type: 'prompt_tool_result',
          tool: 'generate',
          model: 'Svc Standard',
          ...WRITTEN,
          variables: null,
          usage: { input_tokens: 100, cached_input_tokens: 0, output_tokens: 20, reasoning_tokens: 0 },
          request_id: headers.get('x-request-id'),
        });
        expect(headers.get('x-svc-billing-source')).toBe('subscription');
      }),
    ).toBe(1);
    const sent = upstream.requests.at(-1)!.body as {
      messages: { role: string; content: string }[];
      response_format: { type: string; json_schema: { schema: { properties: object } } };
    };
    expect(sent.response_format.type).toBe('json_schema');
    expect(Object.keys(sent.response_format.json_schema.schema.properties).toSorted()).toEqual([
      'messages',
      'notes',
      'system',
      'variables',
      'working',
    ]);
    expect(JSON.parse(sent.messages.at(-1)!.content)).toEqual(TASK);
  });

  it('PTOOL-02 improve a prompt given its problem', async () => {
    script(written({ system: null, notes: [] }));
    const { status, body } = await ask('improve', IMPROVE);
    expect([status, body.tool, body.system, body.notes, body.variables]).toEqual([
      200,
      'improve',
      null,
      [],
      null,
    ]);
    expect(
      JSON.parse((upstream.requests.at(-1)!.body['messages'] as { content: string }[]).at(-1)!.content),
    ).toEqual(IMPROVE);
  });

  it('PTOOL-03 D-PTOOL-2 create a template whose variables are its placeholders, and that can be stored and used', async () => {
    script(written());
    const { status, body } = await ask('templatize', FILLED);
    expect([status, body.variables]).toEqual([200, { name: 'Ada' }]);
    expect(body.notes).toEqual([...WRITTEN.notes, 'The text that {{language}} stands for is not known.']);
    const messages = [{ role: 'system', content: body.system }, ...body.messages];
    const stored = await readReply(
      await fetch(`http://127.0.0.1:${fixture.service.port}/v1/prompts/templates`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.secrets.pia}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'made', messages }),
      }),
    );
    expect([stored.status, stored.body.variables]).toEqual([201, ['name', 'language']]);
  });

  it('PTOOL-09 use only what the call sends and no stored template', async () => {
    script(written());
    await ask('improve', { ...IMPROVE, system: 'made' });
    expect(JSON.stringify(upstream.requests.at(-1)!.body)).not.toContain('You greet {{name}}');
    const prompt = { template: 'made-v1' };
    expect(refusal(await ask('improve', { ...IMPROVE, prompt }))).toBe('400 unknown_parameter prompt');
  });

  it('PTOOL-06 D-PTOOL-3 are billed and reported under the model and the path of the tool, including the repair', async () => {
    script(textReply('no JSON', { usage: { prompt_tokens: 30, completion_tokens: 5 } }), written());
    let requestId = '';
    expect(
      await asked(async () => {
        const { status, body } = await ask('generate', { ...TASK, model: 'Svc Standard' });
        expect([status, body.usage.input_tokens, body.usage.output_tokens]).toEqual([200, 130, 25]);
        requestId = body.request_id;
      }),
    ).toBe(2);
    await expect.poll(() => recordOf(requestId)).toBeDefined();
    expect(await recordOf(requestId)).toMatchObject({
      endpoint: '/v1/prompts/generate',
      model: 'Svc Standard',
      usage: { input_tokens: 130, output_tokens: 25 },
    });
  });

  it('D-PTOOL-3 return 502 and cost nothing if a reply and its repair are malformed, or the engine fails', async () => {
    const failed: string[] = [];
    for (const [replies, code, tries] of [
      [[textReply('no JSON'), written({ notes: 'none' })], 'upstream_error', 2],
      [[written({ working: '' }), written({ messages: [] })], 'upstream_error', 2],
      [[written({ color: 'red' }), written({ variables: { a: 1 } })], 'upstream_error', 2],
      [[textReply('{"working"', { finishReason: 'length' })], 'upstream_error', 1],
      [[errorReply(500)], 'upstream_error', 1],
    ] as const) {
      script(...replies);
      const count = await asked(async () => {
        const reply = await ask('generate', TASK);
        expect(refusal(reply)).toBe(`502 ${code}`);
        expect(reply.body.error.type).toBe('api_error');
        failed.push(reply.body.error.request_id);
      });
      expect(count).toBe(tries);
    }
    const free = { outcome: 'failed', status: 502, cost_usd: '0.00', billing_source: null, receipt: null };
    for (const requestId of failed) await expect.poll(() => recordOf(requestId)).toMatchObject(free);
  });

  it('PTOOL-04 PTOOL-05 D-PTOOL-1 D-ERR-3 refuse in order, without calling an engine', async () => {
    const cases: [string, unknown, { key?: string; flag?: string }, string][] = [
      ['generate', TASK, { key: 'sk_live_none' }, '401 invalid_api_key'],
      ['generate', {}, { key: ADMIN_SECRET, flag: '' }, '403 inference_not_allowed'],
      ['generate', {}, { flag: '' }, '400 beta_required svc-beta'],
      ['improve', {}, { flag: '' }, '400 beta_required svc-beta'],
      ['templatize', {}, { flag: 'admin-2026-11-01' }, '400 beta_required svc-beta'],
      ['generate', {}, {}, '400 invalid_parameter task'],
      ['generate', { task: '' }, {}, '400 invalid_parameter task'],
      ['generate', { task: 'x'.repeat(1001) }, {}, '400 invalid_parameter task'],
      ['generate', { ...TASK, problem: 'x' }, {}, '400 unknown_parameter problem'],
      ['improve', FILLED, {}, '400 invalid_parameter problem'],
      ['improve', { ...IMPROVE, messages: [] }, {}, '400 invalid_parameter messages'],
      ['templatize', { system: 'x' }, {}, '400 invalid_parameter messages'],
      [
        'templatize',
        { messages: [{ role: 'system', content: 'x' }] },
        {},
        '400 invalid_parameter messages[0].role',
      ],
      [
        'templatize',
        { messages: [{ role: 'user', content: [] }] },
        {},
        '400 invalid_parameter messages[0].content',
      ],
      ['generate', { ...TASK, model: 'Svc Nothing' }, {}, '404 model_not_found model'],
    ];
    expect(
      await asked(async () => {
        for (const [tool, body, options, expected] of cases)
          expect([tool, refusal(await ask(tool, body, options))]).toEqual([tool, expected]);
      }),
    ).toBe(0);
  });

  it('D-CONS-6 PTOOL-06 are available to users in their workspaces, and reported alike', async () => {
    script(written());
    const path = `/workspaces/${fixture.ids['Default']}/prompts/generate`;
    const { status, body } = await fixture.as('member', 'POST', path, TASK);
    expect([status, body.tool]).toEqual([200, 'generate']);
    await expect.poll(() => recordOf(body.request_id)).toBeDefined();
    expect(await recordOf(body.request_id)).toMatchObject({
      endpoint: '/v1/prompts/generate',
      user_id: fixture.ids['member'],
      workspace_id: fixture.ids['Default'],
    });
    expect(refusal(await fixture.as('member', 'POST', path, { ...TASK, model: 'Svc Nothing' }))).toBe(
      '404 model_not_found model',
    );
    expect(refusal(await fixture.as('billing', 'POST', path, TASK))).toBe('403 role_required');
    const closed = `/workspaces/${fixture.ids['Closed']}/prompts/generate`;
    expect((await fixture.as('owner', 'POST', closed, TASK)).status).toBe(409);
  });
});
