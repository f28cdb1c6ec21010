import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorReply,
  jsonReply,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startRunningService,
  startScriptedUpstream,
  textReply,
  usualDatabase,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { message, startBatches } from '../batches/batches-fixture.ts';

const MESSAGES = [{ role: 'user', content: 'Hi' }];
const DOORS: readonly (readonly [path: string, body: object])[] = [
  ['/v1/chat/completions', { messages: MESSAGES }],
  ['/v1/messages', { messages: MESSAGES, max_tokens: 100 }],
  ['/compat/openai/v1/chat/completions', { messages: MESSAGES }],
  ['/compat/openai/v1/responses', { input: 'Hi' }],
  ['/compat/anthropic/v1/messages', { messages: MESSAGES, max_tokens: 100 }],
];

let lookUp: ScriptedUpstream;
let first: ScriptedUpstream;
let second: ScriptedUpstream;
let service: RunningService | undefined;

beforeEach(async () => {
  lookUp = await startScriptedUpstream(says(true));
  first = await startScriptedUpstream(textReply('first'));
  second = await startScriptedUpstream(textReply('second'));
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await Promise.all([lookUp.close(), first.close(), second.close()]);
});

const says = (zero: unknown) => jsonReply({ zero_data_retention: zero });
const retentionCheck = () => ({
  retention_check: { url: `${new URL(lookUp.baseUrl).origin}/engine`, headers: { 'x-key': 'look-up-key' } },
});

/** `checked`: of both engines those that are looked up. The second one takes what the first cannot. */
async function serve(checked: readonly ('first' | 'second')[], zero = true): Promise<RunningService> {
  const of = (name: 'first' | 'second') => (checked.includes(name) ? retentionCheck() : {});
  const base = oneModel({}) as { models: object[] };
  const routes = [
    { engine: 'first', model: 'm', priority: 1 },
    { engine: 'second', model: 'm', priority: 2 },
  ];
  service = await startRunningService({
    deployment: {
      ...base,
      engines: {
        first: openaiEngine(first.baseUrl, of('first')),
        second: openaiEngine(second.baseUrl, of('second')),
      },
      models: base.models.map((model) => ({ ...model, routes })),
    },
    provisioning: oneOrganization({ zero_data_retention: zero }),
  });
  return service;
}

const calls = () => [lookUp.requests.length, first.requests.length, second.requests.length];
const post = (path: string, body: object) =>
  service!.post(path, MAIN_KEY, { model: 'Svc Standard', ...body, stream: false });

describe('retention of an engine that is looked up (D-DATA-8)', () => {
  it('lets calls through where it keeps nothing, and is asked once for all of them', async () => {
    await serve(['first', 'second']);
    for (const [path, body] of DOORS) {
      const response = await post(path, body);
      expect(response.status, await response.text()).toBe(200);
    }
    // Both engines are looked up.
    expect(calls()).toEqual([2, DOORS.length, 0]);
    expect(lookUp.requests[0]).toMatchObject({
      method: 'GET',
      path: '/engine',
      headers: { 'x-key': 'look-up-key' },
    });
  });

  it('is not asked for an organization with the usual retention', async () => {
    lookUp.script(says(false));
    await serve(['first', 'second'], false);
    expect((await post(...DOORS[0]!)).status).toBe(200);
    expect(calls()).toEqual([0, 1, 0]);
  });

  it('leaves out an engine that keeps data, even after another has failed', async () => {
    lookUp.script(says(false));
    first.script(textReply('must not be asked'));
    await serve(['first']);
    expect(await (await post(...DOORS[0]!)).text()).toContain('second');
    expect(calls()).toEqual([1, 0, 1]);
    await service!.stop();
    second.script(textReply('must not be asked'));
    first.script(errorReply(500));
    await serve(['second']);
    expect((await post(...DOORS[0]!)).status).toBe(502);
    expect(calls()).toEqual([2, 1, 1]);
  });

  it('asks the one engine that is left although it is throttled, as one without another route', async () => {
    lookUp.script(says(false));
    first.script(errorReply(429));
    await serve(['second']);
    for (let call = 0; call < 2; call++) expect((await post(...DOORS[0]!)).status).toBe(429);
    expect(calls()).toEqual([1, 2, 0]);
  });

  it.each([
    ['all engines keep data', says(false), 400, 'model_unavailable', null],
    ['the look-up fails: ERR-31, DATA-13', errorReply(500), 503, 'model_retention_unverifiable', '5'],
    ['it answers something else: ERR-31, DATA-13', says('yes'), 503, 'model_retention_unverifiable', '5'],
  ] as const)('refuses calls at every door where %s', async (_what, script, status, code, retryAfter) => {
    lookUp.script(script);
    await serve(['first', 'second']);
    for (const [path, body] of DOORS) {
      const response = await post(path, body);
      const text = await response.text();
      const isAnthropic = path.includes('anthropic');
      expect([response.status, response.headers.get('retry-after')], text).toEqual([
        isAnthropic && status === 503 ? 529 : status,
        retryAfter,
      ]);
      if (!path.startsWith('/compat')) expect(text).toContain(code);
    }
    expect(calls().slice(1)).toEqual([0, 0]);
  });

  it.each([
    [true, 200, undefined],
    [false, 400, 'model_unavailable'],
  ])('holds for lines of batches: %s', async (zero, status, code) => {
    lookUp.script(says(zero));
    await using batches = await startBatches(await usualDatabase(), {
      engine: retentionCheck(),
      organization: { zero_data_retention: true },
    });
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new File([JSON.stringify(message('a'))], 'lines.jsonl'));
    // As long as such an organization may keep a file.
    form.append('expires_after_days', '1');
    const { body: file } = await batches.request('POST', '/v1/files', form);
    const id = String(file['id']);
    const prepared = async () => (await batches.request('GET', `/v1/files/${id}`)).body['status'];
    await expect.poll(prepared, { timeout: 60_000 }).not.toBe('processing');
    const { body: batch } = await batches.request('POST', '/v1/batches', { input_file_id: id });
    const [line] = await batches.outputOf(await batches.until(String(batch['id'])));
    const { status_code: answered, body } = line!.result;
    expect([answered, (body?.['error'] as { code?: string } | undefined)?.code]).toEqual([status, code]);
    expect(batches.engine.asked.size).toBe(zero ? 1 : 0);
  });
});
