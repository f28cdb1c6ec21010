import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageSeries, UsageSeriesQuery } from '@svc/contract';
import { chargeUsage } from '#features/billing';
import { AccessScope, unrestricted, type Access } from '#features/module';
import { deliverCallRecords } from '#features/request-records';
import { JsonArray, OrganizationScope, type UsageRecord } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { reportUsageSeries } from './report-usage-series.ts';
import type { NameAccess } from './store/group-names.ts';
import { NOW_MS, OF_ORG, RECORDS, START_MS } from './test-support/random-records.ts';

const DAY_MS = 86_400_000;
/** The records are of three days: these are the last two, and the day before them is a part of what they are compared with. */
const LAST_TWO = { starting_at: START_MS + DAY_MS, ending_at: NOW_MS };

/** Status is of all calls, and tested apart. */
type Grouping = Exclude<NonNullable<UsageSeriesQuery['group_by']>, 'status'>;
type Measure = UsageSeriesQuery['measure'];

const GROUP_OF: Readonly<Record<Grouping, (one: UsageRecord) => string>> = {
  model: (one) => one.model,
  api_key_id: ({ key_id: key, surface }) =>
    key ?? (surface === 'api' ? 'playground' : (surface ?? 'console')),
  user_id: (one) => one.user_id ?? '',
  workspace_id: (one) => one.workspace_id,
  endpoint: (one) => one.endpoint,
};
const AMOUNT_OF: Readonly<Record<Measure, (one: UsageRecord) => number>> = {
  cost: (one) => one.cost_nanos,
  requests: () => 1,
  tokens: (one) => one.input_tokens + one.output_tokens,
  input_tokens: (one) => one.input_tokens,
  cached_input_tokens: (one) => one.cached_input_tokens,
  output_tokens: (one) => one.output_tokens,
};

const ALL_NAMES: NameAccess = {
  keys: 'unrestricted',
  adminKeys: 'unrestricted',
  members: 'unrestricted',
  userId: 'user_1',
};

const atMs = ({ created_at: at }: UsageRecord): number => Date.parse(at);
const within = (records: readonly UsageRecord[], startMs: number, endMs: number) =>
  records.filter((one) => atMs(one) >= startMs && atMs(one) < endMs);

/** The same, added up record by record. */
function expected(
  records: readonly UsageRecord[],
  report: UsageSeries,
  grouping: Grouping,
  measure: Measure,
) {
  const total = (of: readonly UsageRecord[]) => of.reduce((sum, one) => sum + AMOUNT_OF[measure](one), 0);
  const times = report.buckets.map(
    ({ starting_at: from, ending_at: to }) => [Date.parse(from), Date.parse(to)] as const,
  );
  const [startMs, endMs] = [times[0]![0], times.at(-1)![1]];
  const before = [Date.parse(report.before.starting_at), Date.parse(report.before.ending_at)] as const;
  return [...Map.groupBy(records, GROUP_OF[grouping])]
    .map(([group, own]) => ({
      group,
      amounts: times.map(([from, to]) => total(within(own, from, to))),
      total: total(within(own, startMs, endMs)),
      before: total(within(own, ...before)),
    }))
    .filter(
      (one) =>
        within(records, startMs, endMs).some((record) => GROUP_OF[grouping](record) === one.group) ||
        one.before > 0,
    )
    .toSorted((a, b) => b.total - a.total || b.before - a.before || (a.group < b.group ? -1 : 1));
}

const numbersOf = ({ series, measure }: UsageSeries) => {
  const size = (amount: string) => (measure === 'cost' ? Math.round(Number(amount) * 1e9) : Number(amount));
  return series.map(({ group, amounts, total, before }) => ({
    group,
    amounts: amounts.map(size),
    total: size(total),
    before: size(before),
  }));
};

describe.each(await testDatabases())('series of random traffic on $kind', (database) => {
  let opened: OpenTestDatabase;
  let scope: OrganizationScope;

  beforeAll(async () => {
    opened = await database.open();
    scope = new OrganizationScope(opened.store.db, 'org_1');
    await chargeUsage(opened.store.db, JsonArray.of(RECORDS.map((record) => JSON.stringify(record))));
  });
  afterAll(() => opened.close());

  const read = (query: Partial<UsageSeriesQuery>, access: Access = 'unrestricted', nowMs = NOW_MS) =>
    reportUsageSeries(
      new AccessScope(scope, access),
      { ...LAST_TWO, bucket: 'day', measure: 'cost', most_series: 7, ...query },
      ALL_NAMES,
      nowMs,
    );

  it.each(Object.keys(GROUP_OF) as Grouping[])(
    'by %s are the records, however they are measured',
    async (grouping) => {
      for (const measure of Object.keys(AMOUNT_OF) as Measure[]) {
        for (const bucket of ['hour', 'day', 'week', 'month'] as const) {
          const report = await read({ group_by: grouping, measure, bucket });
          expect(numbersOf(report), `${measure} by ${bucket}`).toEqual(
            expected(OF_ORG, report, grouping, measure),
          );
        }
      }
    },
  );

  it('without a grouping are one, and have their totals', async () => {
    const { series, total, before } = await read({ measure: 'requests' });
    expect(series).toHaveLength(1);
    expect(series[0]).toMatchObject({ group: null, is_other: false, total, before: before.total });
    expect(Number(total)).toBe(within(OF_ORG, LAST_TWO.starting_at, LAST_TWO.ending_at).length);
  });

  it('compare with the same hours before while the period is not over', async () => {
    const nowMs = NOW_MS - 10.5 * 3_600_000;
    const report = await read(
      { measure: 'requests', group_by: 'model', starting_at: NOW_MS - DAY_MS },
      'unrestricted',
      nowMs,
    );
    expect(report.before).toMatchObject({
      starting_at: '2026-11-20T00:00:00Z',
      ending_at: '2026-11-20T14:00:00Z',
    });
    expect(numbersOf(report)).toEqual(expected(OF_ORG, report, 'model', 'requests'));
  });

  it('have as many series as are asked for, the smallest as one, and lose nothing', async () => {
    const all = await read({ measure: 'tokens', group_by: 'api_key_id' });
    expect(all.series.length).toBeGreaterThan(3);
    const few = await read({ measure: 'tokens', group_by: 'api_key_id', most_series: 3 });
    expect(few.series.map(({ is_other: other }) => other)).toEqual([false, false, true]);
    expect(few.series.slice(0, 2)).toEqual(all.series.slice(0, 2));
    expect([few.total, few.before.total]).toEqual([all.total, all.before.total]);
    const rest = numbersOf(all).slice(2);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(numbersOf(few).at(-1)).toEqual({
      group: null,
      amounts: few.buckets.map((_, at) => sum(rest.map(({ amounts }) => amounts[at]!))),
      total: sum(rest.map(({ total }) => total)),
      before: sum(rest.map(({ before }) => before)),
    });
    const just = await read({ measure: 'tokens', group_by: 'api_key_id', most_series: all.series.length });
    expect(just).toEqual(all);
  });

  it.each<{ access: Access; reached: (one: UsageRecord) => boolean }>([
    { access: { workspaceIds: ['ws_1'], userId: undefined }, reached: (one) => one.workspace_id === 'ws_1' },
    {
      access: { workspaceIds: ['ws_1'], userId: 'user_2' },
      reached: (one) => one.workspace_id === 'ws_1' || one.user_id === 'user_2',
    },
    { access: { workspaceIds: [], userId: undefined }, reached: () => false },
  ])('hold nothing that the caller does not reach: $access', async ({ access, reached }) => {
    for (const bucket of ['hour', 'day'] as const) {
      const report = await read({ bucket, measure: 'requests', group_by: 'user_id' }, access);
      expect(numbersOf(report)).toEqual(expected(OF_ORG.filter(reached), report, 'user_id', 'requests'));
    }
  });

  it('by status are all calls, those without a record too, each counted once', async () => {
    const before = await read({ measure: 'requests', group_by: 'status', bucket: 'hour' });
    const call = (id: string, at: string, more: object) =>
      JSON.stringify({
        request_id: `req_call_${id}`,
        organization_id: 'org_1',
        workspace_id: 'ws_1',
        user_id: 'user_1',
        endpoint: '/v1/messages',
        created_at: at,
        ...more,
      });
    const calls = JsonArray.of([
      call('1', '2026-11-21T10:59:59.999Z', { outcome: 'failed', status: 502 }),
      call('2', '2026-11-21T11:00:00.000Z', {
        outcome: 'failed',
        status: 502,
        input_tokens: 7,
        cost_nanos: 5,
      }),
      call('3', '2026-11-21T11:30:00.000Z', { outcome: 'refused', status: 429, unlisted_calls: 40 }),
      call('4', '2026-11-21T11:40:00.000Z', {
        outcome: 'client_closed',
        user_id: null,
        workspace_id: 'ws_2',
      }),
      call('5', '2026-11-19T08:00:00.000Z', { outcome: 'refused', status: 429 }),
    ]);
    await deliverCallRecords(opened.store.db, calls, 'node_1');
    // Delivered again, as after a crash.
    await deliverCallRecords(opened.store.db, calls, 'node_1');
    const query = { measure: 'requests', group_by: 'status' } as const;
    const hourly = await read({ ...query, bucket: 'hour' });
    const found = (report: UsageSeries) =>
      Object.fromEntries(
        report.series.map(({ group, total, before: was }) => [group, `${total} after ${was}`]),
      );
    expect(before.series.map(({ group }) => group)).toEqual(['completed']);
    const whole = { 'failed 502': '2 after 0', 'refused 429': '41 after 1', client_closed: '1 after 0' };
    expect(found(hourly)).toMatchObject(whole);
    expect(found(await read({ ...query, bucket: 'day' }))).toMatchObject(whole);
    expect(hourly.series.find(({ group }) => group === 'failed 502')!.amounts.slice(34, 36)).toEqual([
      '1',
      '1',
    ]);
    expect(Number(hourly.total)).toBe(Number(before.total) + 44);
    const cost = await read({ group_by: 'status', starting_at: Date.parse('2026-11-21T00:00:00Z') });
    expect(cost.series.find(({ group }) => group === 'failed 502')!.total).toBe('0.000000005');
    expect(found(await read(query, { workspaceIds: ['ws_2'], userId: undefined }))).toMatchObject({
      client_closed: '1 after 0',
    });
    expect(found(await read(query, { workspaceIds: [], userId: undefined }))).toEqual({});
  });

  it('are of one organization', async () => {
    const nobody = new OrganizationScope(opened.store.db, 'org_3');
    const query = { ...LAST_TWO, bucket: 'day', measure: 'cost', most_series: 7 } as const;
    const { series, total } = await reportUsageSeries(unrestricted(nobody), query, ALL_NAMES, NOW_MS);
    expect([series, total]).toEqual([[], '0.00']);
  });
});
