import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel, httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

const TINY_PLAN = [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }];

describe.each(await httpDatabases(import.meta.filename))('reports on $kind', (database) => {
  let fixture: AdminFixture;
  let today: string;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const results = ({ body }: Reply): Record<string, unknown>[] =>
    body.data.flatMap((bucket: { results: unknown[] }) => bucket.results);

  beforeAll(async () => {
    fixture = await startAdminFixture(database, oneModel({ type: 'sandbox' }, { plans: TINY_PLAN }));
    const body = { stream: false, messages: [{ role: 'user', content: 'Hello' }] };
    const responses = [];
    for (const key of [KEYS.main, KEYS.second, KEYS.second, KEYS.code])
      responses.push(await call('POST', '/v1/chat/completions', { key, body }));
    if (responses.some(({ status }) => status !== 200)) throw new Error('a call of the model failed');
    await fixture.service.flushUsage();
    today = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
  });
  afterAll(() => fixture?.stop());

  it('ADMIN-36 D-ADM-8 reports usage by day; columns that are not grouped by are null', async () => {
    const report = await call('GET', `/usage_report/messages?starting_at=${today}`);
    expect(report.body).toMatchObject({ has_more: false, next_page: null, data: [{ starting_at: today }] });
    expect(results(report)).toMatchObject([
      {
        requests: 4,
        workspace_id: null,
        api_key_id: null,
        model: null,
        endpoint: null,
        service_tier: null,
        billing_source: null,
      },
    ]);
    expect(results(report)[0]!['input_tokens']).toBeGreaterThan(0);
  });

  it.each(['1m', '1h', '1d'])(
    'ADMIN-42 D-ADM-8 attributes usage by the %s to workspaces and keys',
    async (width) => {
      const groups = ['workspace_id', 'api_key_id', 'model', 'endpoint', 'service_tier']
        .map((name) => `group_by[]=${name}`)
        .join('&');
      const limit = { '1m': 1440, '1h': 24, '1d': 7 }[width];
      const report = await call(
        'GET',
        `/usage_report/messages?starting_at=${today}&bucket_width=${width}&limit=${limit}&${groups}`,
      );
      const found = results(report);
      expect(new Set(found.map((one) => one['workspace_id'])).size).toBe(2);
      expect(new Set(found.map((one) => one['api_key_id'])).size).toBe(3);
      for (const one of found) expect(one['server_tool_use']).toEqual({ web_search_requests: 0 });
      expect(found.reduce((sum, one) => sum + Number(one['requests']), 0)).toBe(4);
      expect(found[0]).toMatchObject({
        model: 'Svc Standard',
        endpoint: '/v1/chat/completions',
        service_tier: 'standard',
      });
    },
  );

  it('D-ADM-8 filters usage', async () => {
    const key = (await call('GET', '/api_keys?limit=100')).body.data.find(
      ({ name }: { name: string }) => name === 'second',
    );
    const of = async (filter: string): Promise<unknown> =>
      results(await call('GET', `/usage_report/messages?starting_at=${today}&${filter}`))[0]?.['requests'];
    expect(await of(`api_key_ids[]=${key.id}`)).toBe(2);
    expect(await of(`workspace_ids[]=${key.workspace_id}&workspace_ids[]=wrkspc_other`)).toBe(2);
    expect(await of('models[]=nope')).toBeUndefined();
  });

  it('D-PAGE-2 D-ADM-8 pages over time without gap or repetition', async () => {
    const starts: string[] = [];
    let query = 'starting_at=2026-01-01T00:00:00Z&ending_at=2026-01-10T00:00:00Z&limit=4';
    for (let page: string | null = ''; page !== null; query = `${query.split('&page=')[0]}&page=${page}`) {
      const { body } = await call('GET', `/usage_report/messages?${query}`);
      starts.push(...body.data.map((bucket: { starting_at: string }) => bucket.starting_at));
      expect(body.has_more).toBe(body.next_page !== null);
      page = body.next_page;
    }
    expect(starts).toEqual(Array.from({ length: 9 }, (_, i) => `2026-01-0${i + 1}T00:00:00Z`));
  });

  it.each([
    'starting_at=9999-12-31T00:00:00Z&',
    'starting_at=9999-12-30T00:00:00Z&',
    'starting_at=9999-12-30T23:59:00Z&bucket_width=1m&',
  ])('D-ADM-8 accepts the end of time: %s', async (query) => {
    const { status, body } = await call(
      'GET',
      `/usage_report/messages?${query}ending_at=9999-12-31T23:59:59Z`,
    );
    expect([status, body.has_more]).toEqual([200, false]);
    expect(body.data.map((bucket: { ending_at: string }) => bucket.ending_at)).toEqual(
      query.includes('-30T') ? ['9999-12-31T00:00:00Z'] : [],
    );
  });

  it.each(['/audit_events?starting_at', '/audit_events?ending_at', '/api_keys?unused_since'])(
    'D-GEN-6 KEY-26 %s accepts the latest representable time, and none beyond it',
    async (query) => {
      expect((await call('GET', `${query}=9999-12-31T23:59:59Z`)).status).toBe(200);
      expect(refusal(await call('GET', `${query}=9999-12-31T23:59:59-00:01`))).toBe(
        `400 invalid_parameter ${query.split('?')[1]}`,
      );
    },
  );

  it.each([
    ['', 'starting_at'],
    ['starting_at=yesterday', 'starting_at'],
    ['starting_at=0000-01-01T00:00:00Z', 'starting_at'],
    ['starting_at=9999-12-31T23:59:59-00:01', 'starting_at'],
    ['starting_at=2026-01-01T00:00:00Z&ending_at=9999-12-31T23:59:59-23:59', 'ending_at'],
    ['starting_at=2026-01-02T00:00:00Z&ending_at=2026-01-01T00:00:00Z', 'ending_at'],
    ['starting_at=2026-01-01T00:00:00Z&limit=32', 'limit'],
    ['starting_at=2026-01-01T00:00:00Z&limit=0', 'limit'],
    ['starting_at=2026-01-01T00:00:00Z&page=page_1', 'page'],
    ['starting_at=2026-01-01T00:00:00Z&bucket_width=2d', 'bucket_width'],
    ['starting_at=2026-01-01T00:00:00Z&group_by[]=secret', 'group_by[][0]'],
    ['starting_at=2026-01-01T00:00:00Z&starting_at=2026-01-01T00:00:00Z', 'starting_at'],
  ])('D-ADM-8 refuses the query %s', async (query, param) => {
    expect(refusal(await call('GET', `/usage_report/messages?${query}`))).toBe(
      `400 invalid_parameter ${param}`,
    );
  });

  it('ADMIN-37 D-ADM-9 reports cost by workspace: the plan is counted once, and credits are exact', async () => {
    const found = results(
      await call('GET', `/cost_report?starting_at=${today}&group_by[]=workspace_id&group_by[]=description`),
    );
    const paid = found.filter((one) => one['billing_source'] === 'api_credit');
    expect(paid.length).toBeGreaterThan(0);
    for (const one of paid)
      expect(one).toMatchObject({
        currency: 'USD',
        model: 'Svc Standard',
        amount: expect.stringMatching(/^0\.0*[1-9]/),
      });
    expect(new Set(paid.map((one) => one['token_type']))).toEqual(new Set(['input_tokens', 'output_tokens']));
    const covered = found.filter((one) => one['billing_source'] === 'subscription');
    for (const one of covered) expect(one['amount']).toBe('0');
    const whole = results(await call('GET', `/cost_report?starting_at=${today}`));
    for (const one of whole)
      expect(one).toMatchObject({ workspace_id: null, description: null, model: null });
  });

  it('ADMIN-40 D-ADM-10 returns one row per code-client key and day, with null for what is unknown', async () => {
    const day = today.slice(0, 10);
    const { status, body } = await call('GET', `/code_analytics?starting_at=${day}`);
    const key = (await call('GET', '/api_keys?limit=100')).body.data.find(
      ({ kind }: { kind: string }) => kind === 'svc_code',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', has_more: false, first_id: key.id, last_id: key.id });
    const unsent = {
      sessions: null,
      lines_of_code: null,
      commits: null,
      pull_requests: null,
      tool_actions: null,
    };
    const tokens = {
      input: expect.any(Number),
      cached_input: expect.any(Number),
      output: expect.any(Number),
    };
    const cost = { amount: expect.stringMatching(/^\d+\.\d{2,}$/), currency: 'USD' };
    const actor = { type: 'api_key', id: key.id, email: 'olga@acme.test', name: 'code' };
    const model = { model: 'Svc Standard', tokens, estimated_cost: cost };
    expect(body.data).toEqual([{ date: day, actor, requests: 1, ...unsent, model_breakdown: [model] }]);
    const usage = await call('GET', `/usage_report/messages?starting_at=${today}&api_key_ids[]=${key.id}`);
    expect(body.data[0].model_breakdown[0].tokens.output).toBe(results(usage)[0]!['output_tokens']);
  });

  it('ADMIN-40 D-ADM-10 returns nothing for another day or organization, and requires a valid day', async () => {
    const day = today.slice(0, 10);
    expect((await call('GET', '/code_analytics?starting_at=2026-01-01')).body.data).toEqual([]);
    expect(
      (await call('GET', `/code_analytics?starting_at=${day}`, { key: KEYS.stranger })).body.data,
    ).toEqual([]);
    for (const query of [
      '',
      'starting_at=today',
      `starting_at=${today}`,
      'starting_at=2026-02-30',
      'starting_at=1969-12-31',
    ])
      expect(refusal(await call('GET', `/code_analytics?${query}`)), query).toBe(
        '400 invalid_parameter starting_at',
      );
    expect(refusal(await call('GET', `/code_analytics?starting_at=${day}&after_id=x`))).toBe(
      '400 invalid_parameter after_id',
    );
  });

  it('ADMIN-42 another organization sees none of it', async () => {
    expect(
      results(await call('GET', `/usage_report/messages?starting_at=${today}`, { key: KEYS.stranger })),
    ).toEqual([]);
    expect(results(await call('GET', `/cost_report?starting_at=${today}`, { key: KEYS.stranger }))).toEqual(
      [],
    );
  });

  it('WORK-10 the workspace cap refuses calls that credits would pay, until it is removed', async () => {
    const { workspace_id: id } = (await call('GET', '/api_keys?limit=100')).body.data.find(
      ({ name }: { name: string }) => name === 'second',
    );
    const chat = (key: string): Promise<Reply> =>
      call('POST', '/v1/chat/completions', {
        key,
        body: { stream: false, messages: [{ role: 'user', content: 'Hello' }] },
      });
    await call('PATCH', `/workspaces/${id}`, { body: { spend_limit_usd: '0' } });
    const refused = await chat(KEYS.second);
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({ code: 'quota_exhausted', limit: 'spend_limit' });
    expect((await chat(KEYS.main)).status).toBe(200);
    await call('PATCH', `/workspaces/${id}`, { body: { spend_limit_usd: null } });
    expect((await chat(KEYS.second)).status).toBe(200);
  });
});
