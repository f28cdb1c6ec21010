import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestRecord, RequestSummary } from '@svc/contract';
import {
  chunk,
  errorReply,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startScriptedUpstream,
  httpDatabases,
  textReply,
  type ScriptedUpstream,
} from '#test-kit';
import { refusal, startConsoleFixture, type ConsoleFixture, type Someone } from './console-fixture.ts';

const PATH = '/v1/chat/completions';
const SECRET_WORD = 'xylophone';
const ASK = { messages: [{ role: 'user', content: SECRET_WORD }] };
/** Of a key in a minute. The key of Research uses it up. */
const RATE = 20;

describe.each(await httpDatabases(import.meta.filename))('records of requests on $kind', (database) => {
  let upstream: ScriptedUpstream;
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    fixture = await startConsoleFixture(
      database,
      { chat_requests_per_minute: RATE },
      { engines: { main: openaiEngine(upstream.baseUrl) } },
    );
  });
  afterAll(async () => {
    await fixture?.stop();
    await upstream?.close();
  });

  const ask = async (key: string, body: object = {}): Promise<string> => {
    const reply = await fixture.service.post(PATH, key, { ...ASK, ...body });
    await reply.text();
    return reply.headers.get('x-request-id')!;
  };
  const list = async (someone: Someone, query = ''): Promise<readonly RequestSummary[]> => {
    const { status, body } = await fixture.as(someone, 'GET', `/requests?limit=100${query}`);
    expect(status).toBe(200);
    return body.data as RequestSummary[];
  };
  const idsOf = async (someone: Someone, query = '') => (await list(someone, query)).map(({ id }) => id);
  const arrived = (id: string): Promise<RequestSummary> =>
    expect
      .poll(async () => (await list('owner')).find((one) => one.id === id), { timeout: 10_000 })
      .toBeDefined()
      .then(async () => (await list('owner')).find((one) => one.id === id)!);
  const read = async (id: string): Promise<RequestRecord> =>
    (await fixture.as('owner', 'GET', `/requests/${id}`)).body as RequestRecord;

  it('has a completed call with its times, tokens and cost', async () => {
    const usage = { prompt_tokens: 40, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 32 } };
    upstream.script(textReply('a b c', { usage }));
    const id = await ask(fixture.secrets.pia, { stream: true });
    const found = await arrived(id);
    expect(found).toMatchObject({
      type: 'request',
      workspace_id: fixture.ids['Default'],
      api_key_id: expect.stringMatching(/^apikey_/),
      user_id: fixture.ids['primary_owner'],
      endpoint: PATH,
      model: 'Svc Standard',
      streamed: true,
      service_tier: 'standard',
      outcome: 'completed',
      status: 200,
      error_code: null,
      usage: { input_tokens: 40, cached_input_tokens: 32, output_tokens: 7 },
      unlisted_calls: 0,
    });
    expect(found.queued_ms).toBeGreaterThanOrEqual(0);
    expect(found.first_output_ms).toBeGreaterThanOrEqual(found.queued_ms!);
    expect(found.duration_ms).toBeGreaterThanOrEqual(found.first_output_ms!);
    expect(await read(id)).toMatchObject({
      ...found,
      usage: { ...found.usage, reasoning_tokens: 0, server_tool_use: {} },
      billing_source: 'subscription',
      receipt: { closed_early: false, measured: 'exact', billed_output_tokens: 7 },
    });
  });

  it('has a call that its engine failed, and tells nobody in the Console what went wrong there', async () => {
    upstream.script(errorReply(500));
    const id = await ask(fixture.secrets.pia, { stream: false });
    const found = await arrived(id);
    expect(found).toMatchObject({
      model: 'Svc Standard',
      streamed: false,
      outcome: 'failed',
      status: 502,
      error_code: 'upstream_error',
      first_output_ms: null,
      usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
      cost_usd: '0.00',
    });
    expect(found.queued_ms).not.toBeNull();
    const { body } = await fixture.as('owner', 'GET', `/requests/${id}`);
    expect(body).toMatchObject({ outcome: 'failed', billing_source: null, receipt: null });
    expect(JSON.stringify(body)).not.toMatch(/fault|main/);
    const { operator } = fixture.service;
    expect(await operator.showRequest(id)).toMatchObject({
      request_id: id,
      status: 502,
      engine_fault: 'status 500',
      cost_usd: '0.00',
    });
    expect(await operator.showRequest('req_unknown')).toBeNull();
  });

  it('has an invalid body, which asked no engine', async () => {
    const id = await ask(fixture.secrets.pia, { stream: 'no' });
    expect(await arrived(id)).toMatchObject({
      model: null,
      outcome: 'refused',
      status: 400,
      queued_ms: null,
      error_code: expect.stringMatching(/./),
      user_id: fixture.ids['primary_owner'],
    });
  });

  it('has a stream whose caller left, with what it had got by then', async () => {
    const held = Promise.withResolvers<void>();
    upstream.script(rawReply([sse(chunk({ content: 'alpha' })), { until: held.promise }, STALL]));
    const outgoing = request(`http://127.0.0.1:${fixture.service.port}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.secrets.pia}`, 'content-type': 'application/json' },
    });
    outgoing.on('error', () => {});
    outgoing.end(JSON.stringify(ASK));
    const [response] = await once(outgoing, 'response');
    response.on('error', () => {});
    await once(response, 'data');
    outgoing.destroy();
    const found = await arrived(String(response.headers['x-request-id']));
    held.resolve();
    expect(found).toMatchObject({ outcome: 'client_closed', status: 200, error_code: null });
    expect(found.usage.output_tokens).toBeGreaterThan(0);
    const receipt = { closed_early: true, measured: 'estimated' };
    await expect.poll(async () => (await read(found.id)).receipt).toMatchObject(receipt);
  });

  it('has a caller who left before the answer, without a status', async () => {
    const before = await idsOf('owner');
    upstream.script({ steps: [STALL], beforeHead: true });
    const asked = upstream.requests.length;
    const outgoing = request(`http://127.0.0.1:${fixture.service.port}${PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fixture.secrets.pia}`, 'content-type': 'application/json' },
    });
    outgoing.on('error', () => {});
    outgoing.end(JSON.stringify(ASK));
    await expect.poll(() => upstream.requests.length).toBe(asked + 1);
    outgoing.destroy();
    const added = async () => (await list('owner')).filter(({ id }) => !before.includes(id));
    await expect.poll(added, { timeout: 10_000 }).toHaveLength(1);
    expect((await added())[0]).toMatchObject({ outcome: 'client_closed', status: null, error_code: null });
  });

  it('has calls over a limit', async () => {
    upstream.script(textReply('ok'));
    const ids: string[] = [];
    for (let n = 0; n < RATE + 3; n++) ids.push(await ask(fixture.secrets.research, { stream: false }));
    const refused = await Promise.all(ids.slice(-2).map(arrived));
    for (const one of refused)
      expect(one).toMatchObject({
        outcome: 'refused',
        status: 429,
        error_code: 'rate_limited',
        workspace_id: fixture.ids['Research'],
      });
  });

  it('has calls with a revoked key, and none with a key that nobody has', async () => {
    const created = await fixture.as('owner', 'POST', '/api_keys', {
      name: 'short-lived',
      workspace_id: fixture.ids['Default'],
    });
    const { id: keyId, secret } = created.body;
    await fixture.as('owner', 'POST', `/api_keys/${keyId}/revoke`, {});
    const id = await ask(secret);
    expect(await arrived(id)).toMatchObject({
      outcome: 'refused',
      status: 401,
      api_key_id: keyId,
      workspace_id: fixture.ids['Default'],
      user_id: fixture.ids['owner'],
    });
    const unknown = await ask(`sk_live_${'9'.repeat(64)}`);
    const after = await ask(secret);
    await arrived(after);
    expect(await idsOf('owner')).not.toContain(unknown);
  });

  it('leaves out requests that call no model', async () => {
    const models = await fetch(`http://127.0.0.1:${fixture.service.port}/v1/models`, {
      headers: { authorization: `Bearer ${fixture.secrets.pia}` },
    });
    const id = models.headers.get('x-request-id')!;
    await arrived(await ask(fixture.secrets.pia, { stream: 'no' }));
    expect(await idsOf('owner')).not.toContain(id);
    expect(refusal(await fixture.as('owner', 'GET', `/requests/${id}`))).toBe('404 request_not_found');
  });

  it('D-CONS-3 shows each role the calls whose usage it may read', async () => {
    upstream.script(textReply('ok'));
    const inDefault = await ask(fixture.secrets.dora, { stream: false });
    const failed = await ask(fixture.secrets.dora, { stream: 'no' });
    const credential = await fixture.as('member', 'POST', '/playground/credential', {
      workspace_id: fixture.ids['Default'],
    });
    const own = await ask(credential.body.access_token, { stream: false });
    const vendor = await ask(`sk_live_${'4'.repeat(64)}`, { stream: false });
    await arrived(own);
    await expect.poll(() => idsOf('stranger'), { timeout: 10_000 }).toEqual([vendor]);
    const all = await list('owner');
    const of = (workspace: string) =>
      all.filter(({ workspace_id: id }) => id === fixture.ids[workspace]).map(({ id }) => id);
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([inDefault, failed, own]));
    expect(all.map(({ id }) => id)).not.toContain(vendor);
    expect(await idsOf('billing')).toEqual(all.map(({ id }) => id));
    expect(await idsOf('developer')).toEqual(of('Default'));
    expect(await idsOf('workspace_admin')).toEqual(of('Research'));
    expect(await idsOf('member')).toEqual([own]);
    expect(await idsOf('developer', `&workspace_id=${fixture.ids['Research']}`)).toEqual([]);
    expect(await idsOf('member', `&user_id=${fixture.ids['developer']}`)).toEqual([]);
    for (const someone of ['member', 'workspace_admin', 'stranger'] as const)
      for (const id of [inDefault, failed])
        expect(refusal(await fixture.as(someone, 'GET', `/requests/${id}`))).toBe('404 request_not_found');
  });

  it('filters by outcome, status, code, key, person, workspace, model, time and cost', async () => {
    const all = await list('owner');
    const matching = (holds: (one: RequestSummary) => boolean) => all.filter(holds).map(({ id }) => id);
    const keyId = all.find(({ error_code: code }) => code === 'rate_limited')!.api_key_id;
    const middle = all[Math.floor(all.length / 2)]!.created_at;
    const filters: readonly (readonly [string, (one: RequestSummary) => boolean])[] = [
      ['outcome=completed', ({ outcome }) => outcome === 'completed'],
      ['outcome=refused', ({ outcome }) => outcome === 'refused'],
      ['outcome=unsuccessful', ({ outcome }) => outcome !== 'completed'],
      ['status=200', ({ status }) => status === 200],
      ['status=502', ({ status }) => status === 502],
      ['error_code=rate_limited', ({ error_code: code }) => code === 'rate_limited'],
      [`api_key_id=${keyId}`, ({ api_key_id: id }) => id === keyId],
      [`user_id=${fixture.ids['developer']}`, ({ user_id: id }) => id === fixture.ids['developer']],
      [`workspace_id=${fixture.ids['Default']}`, ({ workspace_id: id }) => id === fixture.ids['Default']],
      ['model=Svc%20Standard', ({ model }) => model === 'Svc Standard'],
      [`starting_at=${middle}`, ({ created_at: at }) => at >= middle],
      [`ending_at=${middle}`, ({ created_at: at }) => at < middle],
      ['min_cost_usd=0.0001', () => false],
      ['min_cost_usd=0', () => true],
      [
        `api_key_id=${keyId}&outcome=completed`,
        ({ api_key_id: id, outcome }) => id === keyId && outcome === 'completed',
      ],
    ];
    for (const [query, holds] of filters)
      expect([query, await idsOf('owner', `&${query}`)]).toEqual([query, matching(holds)]);
    expect(new Set(all.map(({ outcome }) => outcome)).size).toBe(4);
    expect(refusal(await fixture.as('owner', 'GET', '/requests?status=20'))).toBe(
      '400 invalid_parameter status',
    );
  });

  it('pages in both directions without a gap, whoever asks', async () => {
    for (const someone of ['owner', 'developer', 'member'] as const) {
      const all = await idsOf(someone);
      const page = async (query: string) =>
        (await fixture.as(someone, 'GET', `/requests?limit=3${query}`)).body;
      const seen: string[] = [];
      for (let after = ''; ; after = `&after_id=${seen.at(-1)}`) {
        const { data, has_more: hasMore } = await page(after);
        seen.push(...data.map(({ id }: RequestSummary) => id));
        if (!hasMore) break;
      }
      expect(seen).toEqual(all);
      const newer = await page(`&before_id=${all.at(-1)}`);
      expect(newer.data.map(({ id }: RequestSummary) => id)).toEqual(all.slice(-4, -1));
    }
    for (const cursor of [`req_${'z'.repeat(26)}`, 'req_', `req_${'u'.repeat(26)}`])
      expect(refusal(await fixture.as('owner', 'GET', `/requests?after_id=${cursor}`))).toBe(
        '400 invalid_parameter after_id',
      );
    expect(refusal(await fixture.as('owner', 'GET', `/requests/req_${'z'.repeat(26)}`))).toBe(
      '404 request_not_found',
    );
  });

  it('keeps nothing of what was said', async () => {
    const { body } = await fixture.as('owner', 'GET', '/requests?limit=100');
    expect(body.data.length).toBeGreaterThan(20);
    expect(JSON.stringify(body)).not.toContain(SECRET_WORD);
    await fixture.service.drainAndRead(async (db) => {
      const rows = await db.selectFrom('request_records').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(SECRET_WORD);
      expect(rows.map((row) => row.engine_fault).filter((fault) => fault !== null)).toEqual(['status 500']);
    });
  });
});
