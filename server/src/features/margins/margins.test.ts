import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarginReport, OrganizationMargin, OrganizationMarginQuery } from '@svc/contract';
import { chargeUsage, checkLedger } from '#features/billing';
import { createOrganization } from '#features/organization';
import { JsonArray } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { listOrganizationMargins, readMargins, readOrganizationMargins } from './read-margins.ts';

/** A third of November has passed. */
const NOW_MS = Date.parse('2026-11-11T00:00:00Z');
const NAMES = ['Acme', 'Globex', 'Initech', 'Umbrella'] as const;
type Name = (typeof NAMES)[number];

const USAGE = {
  workspace_id: 'ws_1',
  key_id: 'key_1',
  user_id: null,
  endpoint: 'chat_completions',
  model: 'Large',
  input_tokens: 100,
  cached_input_tokens: 0,
  output_tokens: 50,
  reasoning_tokens: 0,
  billing_source: 'api_credit',
  price: {},
  cost_nanos: 3_000_000_000,
  engine_cost_nanos: 1_000_000_000,
  plan_milli: 0,
  plan_windows: null,
  node_id: 'node_1/run_1',
  estimated: false,
  outcome: 'completed',
  streamed: false,
  duration_ms: 1,
  metadata: null,
};

describe.each(await testDatabases())('margins on $kind', (database) => {
  let opened: OpenTestDatabase;
  const ids = {} as Record<Name, string>;
  let made = 0;
  const usage = (name: Name, day: string, more: object = {}) => ({
    ...USAGE,
    request_id: `req_${made++}`,
    organization_id: ids[name],
    created_at: `${day}T23:59:59.999Z`,
    ...more,
  });
  const byPlan = { billing_source: 'subscription', cost_nanos: 0 };

  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    for (const name of NAMES) ids[name] = await createOrganization(db, { name, plan: 'pro' }, NOW_MS);
    const records = [
      usage('Acme', '2026-11-01'),
      usage('Acme', '2026-11-10', {
        model: 'Small',
        cost_nanos: 500_000_000,
        engine_cost_nanos: 700_000_000,
      }),
      usage('Acme', '2026-11-10', byPlan),
      usage('Acme', '2026-10-31', { input_tokens: 300 }),
      usage('Globex', '2026-11-09', { engine_cost_nanos: undefined }),
      usage('Globex', '2026-11-02', { cost_nanos: 1, engine_cost_nanos: 2_000_000_000 }),
      ...Array.from({ length: 9 }, () => usage('Initech', '2026-10-15')),
      usage('Umbrella', '2026-09-30'),
    ];
    const lines = JsonArray.of(records.map((record) => JSON.stringify(record)));
    // A journal may be delivered again.
    await chargeUsage(db, lines);
    await chargeUsage(db, lines);
  });
  afterAll(() => opened.close());

  const report = (query: object = {}, name?: Name): Promise<MarginReport> =>
    readMargins(opened.store.db, { period: 'month', ...query }, NOW_MS, name && ids[name]);
  const list = async (query: Partial<OrganizationMarginQuery> = {}) => {
    const all = { period: 'month', sort: 'retail', limit: 20, ...query } as const;
    const { data, has_more: hasMore } = await listOrganizationMargins(opened.store.db, all, NOW_MS);
    return { data: data as OrganizationMargin[], hasMore };
  };
  const namesBy = async (sort: OrganizationMarginQuery['sort']) =>
    (await list({ sort })).data.map(({ organization_name: name }) => name);

  it('are what was charged less what the engines cost, by model', async () => {
    expect(await report()).toEqual({
      type: 'margin_report',
      organization_id: null,
      period: 'month',
      starting_at: '2026-11-01T00:00:00Z',
      ending_at: '2026-11-11T00:00:00Z',
      total: {
        requests: 5,
        input_tokens: 500,
        output_tokens: 250,
        retail_usd: '6.500000001',
        engine_cost_usd: '4.70',
        plan_engine_cost_usd: '1.00',
        margin_usd: '1.800000001',
        requests_without_cost: 1,
      },
      previous: expect.objectContaining({ requests: 10, retail_usd: '30.00', margin_usd: '20.00' }),
      models: [
        expect.objectContaining({ model: 'Large', retail_usd: '6.000000001', engine_cost_usd: '4.00' }),
        expect.objectContaining({ model: 'Small', retail_usd: '0.50', margin_usd: '-0.20' }),
      ],
    });
    const ofAcme = await readOrganizationMargins(opened.store.db, ids.Acme, { period: 'month' }, NOW_MS);
    expect(ofAcme).toEqual(await report({}, 'Acme'));
    expect(ofAcme.total).toMatchObject({ requests: 3, retail_usd: '3.50', margin_usd: '0.80' });
    await expect(
      readOrganizationMargins(opened.store.db, 'org_none', { period: 'month' }, NOW_MS),
    ).rejects.toMatchObject({ catalogName: 'organization_not_found' });
  });

  it('are of days, weeks from Monday and months in UTC, whichever moment names them', async () => {
    const requestsIn = async (period: MarginReport['period'], at: string) => {
      const { starting_at: start, total, previous } = await report({ period, at: Date.parse(at) });
      return [start.slice(0, 10), total.requests, previous.requests];
    };
    expect(await requestsIn('day', '2026-11-10T00:00:00Z')).toEqual(['2026-11-10', 2, 1]);
    expect(await requestsIn('day', '2026-11-10T23:59:59Z')).toEqual(['2026-11-10', 2, 1]);
    // The first of November is a Sunday.
    expect(await requestsIn('week', '2026-11-08T23:59:59Z')).toEqual(['2026-11-02', 1, 2]);
    expect(await requestsIn('week', '2026-11-01T12:00:00Z')).toEqual(['2026-10-26', 2, 0]);
    expect(await requestsIn('month', '2026-10-31T23:59:59Z')).toEqual(['2026-10-01', 10, 1]);
    expect(await requestsIn('month', '2026-01-01T00:00:00Z')).toEqual(['2026-01-01', 0, 0]);
  });

  it('are told by organization in each order, those of the period before included', async () => {
    expect(await namesBy('retail')).toEqual(['Acme', 'Globex', 'Initech']);
    expect(await namesBy('engine_cost')).toEqual(['Acme', 'Globex', 'Initech']);
    expect(await namesBy('margin')).toEqual(['Initech', 'Acme', 'Globex']);
    // Initech would have spent nine dollars by now, and 450 tokens.
    expect(await namesBy('retail_change')).toEqual(['Initech', 'Globex', 'Acme']);
    expect(await namesBy('tokens_change')).toEqual(['Initech', 'Acme', 'Globex']);
    const { data } = await list({ sort: 'retail_change' });
    expect(data.map(({ retail_change_usd: retail, tokens_change: tokens }) => [retail, tokens])).toEqual([
      ['-9.00', -450],
      ['3.000000001', 300],
      ['2.50', 333],
    ]);
    const { data: whole } = await list({ sort: 'retail_change', at: Date.parse('2026-10-01T00:00:00Z') });
    expect(whole[0]).toMatchObject({ organization_name: 'Initech', retail_change_usd: '27.00' });
  });

  it('come in pages, each organization once, and refuse a cursor of none', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { data, hasMore } = await list({ sort: 'retail', limit: 1, after_id: after });
      seen.push(...data.map(({ organization_name: name }) => name));
      after = hasMore ? data[0]!.organization_id : undefined;
    } while (after !== undefined);
    expect(seen).toEqual(['Acme', 'Globex', 'Initech']);
    await expect(list({ after_id: ids.Umbrella })).rejects.toMatchObject({ options: { param: 'after_id' } });
  });

  it('are unknown where no request has a cost', async () => {
    const { data } = await list({ period: 'day', at: Date.parse('2026-11-09T12:00:00Z') });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ margin_usd: null, requests_without_cost: 1, retail_usd: '3.00' });
    expect((await report({ period: 'day', at: 0 })).total.margin_usd).toBe('0.00');
  });

  it('add up with the records, by day, week and month', async () => {
    const { db } = opened.store;
    expect((await checkLedger(db, NOW_MS)).flatMap(({ broken }) => broken)).toEqual([]);
    const { rows } = await sql<{ period: string; cost: number }>`
      select period, sum(engine_cost_nanos)::bigint as cost from usage_periods group by 1 order by 1`.execute(
      db,
    );
    expect(rows.map(({ cost }) => cost)).toEqual(rows.map(() => 15_700_000_000));
    expect(rows).toHaveLength(3);
  });
});
