import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, type CodeActivity, type CostReport, type UsageReport } from '@svc/contract';
import { chargeUsage, checkLedger } from '#features/billing';
import { AccessScope, unrestricted } from '#features/module';
import {
  makeUsageMonth,
  migrate,
  OrganizationScope,
  usageMonth,
  UsageJournal,
  type UsageRecord,
} from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { reportCodeAnalytics } from './report-code-analytics.ts';
import { reportCost } from './report-cost.ts';
import { reportUsage } from './report-usage.ts';
import { NOW_MS, OF_ORG, RECORDS, SPAN, START_MS } from './test-support/random-records.ts';

const log = pino({ level: 'silent' });

const QUERY = { ...SPAN, 'workspace_ids[]': undefined, 'api_key_ids[]': undefined, 'models[]': undefined };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const resultsOf = <R>(report: { readonly data: readonly { readonly results: readonly R[] }[] }): R[] =>
  report.data.flatMap(({ results }) => results);

/** Everything a usage report says of some records, added up. */
function totalsOf(records: readonly UsageRecord[]) {
  const of = (name: 'input_tokens' | 'cached_input_tokens' | 'output_tokens' | 'reasoning_tokens') =>
    sum(records.map((one) => one[name]));
  return {
    requests: records.length,
    input_tokens: of('input_tokens'),
    cached_input_tokens: of('cached_input_tokens'),
    output_tokens: of('output_tokens'),
    reasoning_tokens: of('reasoning_tokens'),
    searches: sum(records.map((one) => one.server_tool_use?.['web_search'] ?? 0)),
  };
}

function added(results: readonly UsageReport['data'][number]['results'][number][]) {
  return {
    requests: sum(results.map((one) => one.requests)),
    input_tokens: sum(results.map((one) => one.input_tokens)),
    cached_input_tokens: sum(results.map((one) => one.cached_input_tokens)),
    output_tokens: sum(results.map((one) => one.output_tokens)),
    reasoning_tokens: sum(results.map((one) => one.reasoning_tokens)),
    searches: sum(results.map((one) => one.server_tool_use!.web_search_requests)),
  };
}

const nanos = (amount: string): number => Math.round(Number(amount) * 1e9);
const credits = (results: readonly CostReport['data'][number]['results'][number][]): number =>
  sum(results.map(({ amount }) => nanos(amount)));

describe.each(await testDatabases())('reports of random traffic on $kind', (database) => {
  let opened: OpenTestDatabase;
  let scope: OrganizationScope;

  beforeAll(async () => {
    opened = await database.open();
    const { db } = opened.store;
    scope = new OrganizationScope(db, 'org_1');
    const directory = await mkdtemp(join(tmpdir(), 'svc-reports-'));
    const journal = await UsageJournal.open({
      directory,
      deliver: (records) => chargeUsage(db, records),
      log,
    });
    for (const record of RECORDS) journal.append(record, () => {});
    await journal.close();
    await rm(directory, { recursive: true, force: true });
  });
  afterAll(() => opened.close());

  it('D-ADM-8 every width and grouping adds up to the records, and what svc ledger check holds together holds', async () => {
    const findings = await checkLedger(opened.store.db, NOW_MS);
    const ofUsage = findings.filter(
      ({ property }) => property.startsWith('usage by the') || property.includes('charge'),
    );
    expect(ofUsage.length).toBeGreaterThanOrEqual(4);
    expect(ofUsage.flatMap(({ broken }) => broken)).toEqual([]);
    const dimensions = ['workspace_id', 'api_key_id', 'model', 'endpoint', 'billing_source'] as const;
    for (const [width, limit] of [
      ['1d', '31'],
      ['1h', '168'],
    ] as const) {
      for (const group of [[], ['model'], dimensions] as const) {
        const query = { ...QUERY, bucket_width: width, 'group_by[]': [...group], limit };
        expect(
          added(resultsOf(await reportUsage(unrestricted(scope), query, LIMITS, NOW_MS))),
          `${width} by ${group.join()}`,
        ).toEqual(totalsOf(OF_ORG));
      }
    }
  });

  it('D-ADM-8 minutes are those of the records, and a filter leaves out the others', async () => {
    const ofADay = { ...QUERY, ending_at: START_MS + 86_400_000, limit: '1440', 'models[]': ['Large'] };
    const report = await reportUsage(
      unrestricted(scope),
      { ...ofADay, bucket_width: '1m', 'group_by[]': [] },
      LIMITS,
      NOW_MS,
    );
    const ofDay = OF_ORG.filter(
      (one) => one.model === 'Large' && Date.parse(one.created_at) < START_MS + 86_400_000,
    );
    expect(added(resultsOf(report))).toEqual(totalsOf(ofDay));
    const minutes = new Set(ofDay.map((one) => `${one.created_at.slice(0, 16)}:00Z`));
    expect(
      new Set(report.data.filter(({ results }) => results.length > 0).map((one) => one.starting_at)),
    ).toEqual(minutes);
  });

  it('D-ADM-9 the cost is what the ledger charged, to the nano-dollar, whole and by kind of token', async () => {
    const { rows } = await sql<{ day: string; nanos: number }>`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, -sum(amount_nanos)::bigint as nanos from ledger_entries
      where organization_id = 'org_1' and account = 'wallet' and kind = 'usage' group by 1`.execute(scope.db);
    const charged = new Map(rows.map(({ day, nanos: total }) => [day, total]));
    for (const groups of [[], ['workspace_id'], ['description'], ['workspace_id', 'description']] as const) {
      const report = await reportCost(
        unrestricted(scope),
        { ...QUERY, bucket_width: '1d', 'group_by[]': [...groups] },
        LIMITS,
        NOW_MS,
      );
      const received = report.data.map(({ starting_at: day, results }) => [
        day.slice(0, 10),
        credits(results),
      ]);
      expect(new Map(received as [string, number][]), groups.join()).toEqual(charged);
      for (const one of resultsOf(report))
        expect([one.billing_source !== null, one.currency]).toEqual([true, 'USD']);
    }
  });

  it('D-ADM-9 each kind of token costs what its price says, but for what was rounded', async () => {
    const report = await reportCost(
      unrestricted(scope),
      { ...QUERY, bucket_width: '1d', 'group_by[]': ['description'] },
      LIMITS,
      NOW_MS,
    );
    const of = (type: string | null): number =>
      credits(
        resultsOf(report).filter((one) => one.token_type === type && one.billing_source === 'api_credit'),
      );
    const paid = OF_ORG.filter(({ cost_nanos: cost }) => cost > 0);
    const part = (count: 'output_tokens' | 'cached_input_tokens', name: string): number =>
      sum(
        paid.map((one) =>
          Math.trunc(
            (one[count] * Math.round(10_000 * Number((one.price as Record<string, string>)[name]))) / 10,
          ),
        ),
      );
    expect(of('output_tokens')).toBe(part('output_tokens', 'output'));
    expect(of('cached_input_tokens')).toBe(part('cached_input_tokens', 'cached_input'));
    const tools = (one: UsageRecord): number =>
      (one.server_tool_use?.['web_search'] ?? 0) * 10_000_000 +
      (one.server_tool_use?.['web_fetch'] ?? 0) * 2_000_000;
    expect(of(null)).toBe(sum(paid.map(tools)));
    expect(of('input_tokens') + of('output_tokens') + of('cached_input_tokens') + of(null)).toBe(
      sum(paid.map((one) => one.cost_nanos)),
    );
  });

  it('ADMIN-40 D-ADM-10 code clients: keys of that kind and people who signed in with one, page by page, and neither other keys nor the playground', async () => {
    const { db } = scope;
    await sql`insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at) values ('org_1', 'A', 'A', 'pro', now(), now())`.execute(
      db,
    );
    await sql`insert into workspaces (id, organization_id, name, created_at) values ('ws_1', 'org_1', 'W', now())`.execute(
      db,
    );
    await sql`insert into users (id, email, name, created_at) values ('user_1', 'a@x.test', 'A', now()), ('user_2', 'b@x.test', 'B', now())`.execute(
      db,
    );
    await sql`
      insert into api_keys (id, organization_id, workspace_id, created_by, name, kind, fingerprint, prefix, hint, pinned_version, created_at)
      values ('key_1', 'org_1', 'ws_1', 'user_2', 'code', 'svc_code', sha256('1'), 'p', 'h', '2026-11-01', now()),
        ('key_2', 'org_1', 'ws_1', 'user_2', 'private', 'private', sha256('2'), 'p', 'h', '2026-11-01', now())`.execute(
      db,
    );
    const ofDay = OF_ORG.filter((one) => one.created_at < '2026-11-20');
    const wanted = ['user_2', 'user_1', 'key_1'].map((id) => {
      const bySignIn = (one: UsageRecord): boolean =>
        one.key_id === null && one.surface !== 'api' && one.user_id === id;
      const records = ofDay.filter((one) => (id === 'key_1' ? one.key_id === id : bySignIn(one)));
      return {
        id,
        type: id === 'key_1' ? 'api_key' : 'user',
        requests: records.length,
        cost: sum(records.map((one) => one.cost_nanos)),
      };
    });
    const query = { starting_at: START_MS, limit: 2 } as const;
    const read = (list: Awaited<ReturnType<typeof reportCodeAnalytics>>) =>
      (list.data as CodeActivity[]).map(({ actor: { id, type }, requests, model_breakdown: models }) => ({
        id,
        type,
        requests,
        cost: sum(models.map(({ estimated_cost: { amount } }) => nanos(amount))),
      }));
    const first = await reportCodeAnalytics(unrestricted(scope), query);
    expect([read(first), first.has_more, first.last_id]).toEqual([wanted.slice(0, 2), true, 'user_1']);
    const whole = await reportCodeAnalytics(unrestricted(scope), { ...query, limit: 100 });
    expect(read(whole)).toEqual(wanted);
    const own = await reportCodeAnalytics(
      new AccessScope(scope, { workspaceIds: [], userId: 'user_1' }),
      query,
    );
    const ofKey = ofDay.filter((one) => one.key_id === 'key_1' && one.user_id === 'user_1');
    expect(read(own)).toMatchObject([wanted[1], { id: 'key_1', requests: ofKey.length }]);
  });

  it('what is not known of days whose records were gone before is null, and the whole cost is told', async () => {
    const unknown = sql`set web_searches = null, cached_input_nanos = null, output_nanos = null, tool_nanos = null`;
    await sql`update usage_days ${unknown} where organization_id = 'org_2' and starts_at = '2026-11-19Z' and model = 'Large'`.execute(
      scope.db,
    );
    const other = new OrganizationScope(scope.db, 'org_2');
    const usage = await reportUsage(
      unrestricted(other),
      { ...QUERY, bucket_width: '1d', 'group_by[]': [] },
      LIMITS,
      NOW_MS,
    );
    expect(usage.data.map(({ results }) => results[0]!.server_tool_use === null)).toEqual([
      true,
      false,
      false,
    ]);
    const cost = await reportCost(
      unrestricted(other),
      { ...QUERY, bucket_width: '1d', 'group_by[]': ['description'] },
      LIMITS,
      NOW_MS,
    );
    const large = cost.data[0]!.results.filter(
      (one) => one.model === 'Large' && one.billing_source === 'api_credit',
    );
    expect(large).toMatchObject([{ description: 'Usage of Large', token_type: null }]);
    const paid = RECORDS.filter(
      (one) => one.organization_id === 'org_2' && one.created_at < '2026-11-20' && one.model === 'Large',
    );
    expect(credits(large)).toBe(sum(paid.map((one) => one.cost_nanos)));
  });

  it('sums of before 0015 are made whole from the records', async () => {
    const old = await database.open({ migrated: false });
    const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
    try {
      const packaged = new URL('../../store/migrations/', import.meta.url);
      for (const name of (await readdir(packaged)).filter((one) => one < '0015'))
        await cp(new URL(name, packaged), join(folder, name));
      await migrate(old.store, pathToFileURL(`${folder}/`));
      const { db } = old.store;
      await makeUsageMonth(db, usageMonth(START_MS));
      const key = sql`organization_id, key_id, model, billing_source, endpoint, workspace_id, user_id`;
      const sums = sql`sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), sum(reasoning_tokens), sum(cost_nanos), sum(plan_milli)`;
      await sql`
        insert into usage_records (
          request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, input_tokens, cached_input_tokens, output_tokens,
          reasoning_tokens, billing_source, price, server_tool_use, cost_nanos, estimated, outcome, created_at, plan_milli)
        select request_id, organization_id, workspace_id, coalesce(key_id, ''), user_id, endpoint, model, input_tokens, cached_input_tokens,
          output_tokens, reasoning_tokens, billing_source, price, server_tool_use, cost_nanos, false, 'completed', created_at, plan_milli
        from jsonb_populate_recordset(null::usage_records, ${JSON.stringify(RECORDS)}::jsonb)`.execute(db);
      for (const [table, unit] of [
        ['usage_hours', 'hour'],
        ['usage_days', 'day'],
      ] as const)
        await sql`
          insert into ${sql.table(table)} (starts_at, ${key}, requests, input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos, plan_milli)
          select date_trunc(${sql.lit(unit)}, created_at, 'UTC'), ${key}, count(*), ${sums} from usage_records group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(
          db,
        );
      await migrate(old.store);
      const findings = (await checkLedger(db, NOW_MS)).filter(({ property }) =>
        property.startsWith('usage by the'),
      );
      expect(findings.map(({ broken }) => broken)).toEqual([[], []]);
    } finally {
      await old.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
