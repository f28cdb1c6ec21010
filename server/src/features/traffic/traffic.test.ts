import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverCallRecords } from '#features/request-records';
import { chargeUsage } from '#features/billing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit';
import { JsonArray, RecordTablesAhead } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { foldTraffic } from './fold-traffic.ts';
import { readTraffic } from './read-traffic.ts';
import { dropTraffic } from './store/add-traffic.ts';

const NOW_MS = Date.parse('2026-11-26T12:00:30.000Z');

/** What is the same of all of them, and counts for nothing here. */
const USAGE = {
  organization_id: 'org_1',
  workspace_id: 'ws_1',
  key_id: 'key_1',
  user_id: null,
  endpoint: 'chat_completions',
  input_tokens: 12,
  cached_input_tokens: 3,
  output_tokens: 40,
  reasoning_tokens: 5,
  billing_source: 'api_credit',
  price: { input: '3.00', output: '15.00' },
  cost_nanos: 636_000,
  plan_milli: 0,
  plan_windows: null,
  estimated: false,
  metadata: {},
};

describe.each(await testDatabases())('traffic on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    await new RecordTablesAhead({ db: opened.store.db, clock: { nowMs: () => NOW_MS } as never }).make();
  });
  afterAll(() => opened.close());

  let made = 0;
  const usage = (agoMs: number, more: object = {}) => ({
    ...USAGE,
    request_id: `req_${made++}`,
    model: 'Svc Standard',
    engine: 'main',
    node_id: 'node_1/run_1',
    outcome: 'completed' as const,
    streamed: true,
    first_output_ms: 100,
    duration_ms: 1000,
    created_at: new Date(NOW_MS - agoMs).toISOString(),
    ...more,
  });
  const deliver = (records: readonly object[]) =>
    chargeUsage(opened.store.db, JsonArray.of(records.map((record) => JSON.stringify(record))));
  const read = (query: object = {}) =>
    readTraffic(opened.store.db, { span: '1h', group_by: 'code', ...query } as never, NOW_MS);

  it('D-ENG-36 tells what engines read from and wrote to their caches, and what that saved', async () => {
    const atMs = 90 * DAY_MS;
    await deliver([
      usage(atMs, { cache_write_tokens: 6, cache_saved_nanos: -1_500 }),
      usage(atMs, { cache_saved_nanos: 8_001_500_000 }),
      usage(atMs),
    ]);
    await foldTraffic(opened.store.db);
    for (const split of ['model', 'route', 'engine']) {
      const query = { span: '1d', group_by: split, ending_at: NOW_MS - atMs + HOUR_MS };
      const { total, series } = await read(query);
      for (const amounts of [total, series[0]!.total])
        expect(amounts).toMatchObject({
          input_tokens: 36,
          cached_input_tokens: 9,
          cache_write_tokens: 6,
          cache_saved_usd: '8.0014985',
        });
    }
  });

  it('counts each record once, however often it is delivered and by however many nodes it is added up', async () => {
    const { db } = opened.store;
    const usages = Array.from({ length: 50 }, (_, n) => usage(n * 1000));
    const failed = Array.from({ length: 50 }, (_, n) => ({
      request_id: `req_failed_${n}`,
      organization_id: 'org_1',
      workspace_id: 'ws_1',
      key_id: 'key_1',
      user_id: null,
      endpoint: '/v1/messages',
      outcome: 'refused',
      streamed: false,
      status: 429,
      error_code: 'rate_limited',
      duration_ms: 1,
      created_at: new Date(NOW_MS - n).toISOString(),
      ...(n === 0 ? { unlisted_calls: 7 } : {}),
    }));
    const calls = JsonArray.of(failed.map((record) => JSON.stringify(record)));
    for (let time = 0; time < 3; time++) {
      await deliver(usages);
      await deliver(usages.slice(0, 20));
      await deliverCallRecords(db, calls, 'node_2');
      await Promise.all([foldTraffic(db), foldTraffic(db), foldTraffic(db)]);
    }
    const { total, series } = await read();
    expect(total).toMatchObject({ requests: 107, errors: 57 });
    expect(series.map(({ group, total: { requests } }) => [group, requests])).toEqual([
      ['rate_limited', 57],
      ['completed', 50],
    ]);
    const { series: nodes } = await read({ group_by: 'node' });
    expect(nodes.map(({ group }) => group)).toEqual(['node_2', 'node_1']);
  });

  it('counts a call in the minute in which it ended, and its latency with all its class', async () => {
    await deliver([usage(2 * HOUR_MS, { duration_ms: 10 * MINUTE_MS, first_output_ms: 5000 })]);
    await foldTraffic(opened.store.db);
    const { points, total } = await read({ ending_at: NOW_MS - HOUR_MS });
    const counted = points.filter(({ requests }) => requests > 0);
    expect(counted.map(({ starting_at: startingAt }) => startingAt)).toEqual(['2026-11-26T10:10:00Z']);
    expect(Math.abs(total.first_output!.p50_ms - 5000)).toBeLessThan(500);
    expect(Math.abs(total.duration!.p99_ms - 600_000)).toBeLessThan(60_000);
  });

  it('leaves out the latencies of batches, of whole answers and of calls that did not complete', async () => {
    const agoMs = 3 * DAY_MS;
    await deliver([
      usage(agoMs, { service_tier: 'batch' }),
      usage(agoMs, { outcome: 'client_closed' }),
      usage(agoMs, { streamed: false }),
    ]);
    await foldTraffic(opened.store.db);
    const { total } = await read({ ending_at: NOW_MS - agoMs + MINUTE_MS });
    expect(total).toMatchObject({ requests: 3, errors: 0, first_output: null });
    expect(Math.abs(total.duration!.p50_ms - 1000)).toBeLessThan(100);
  });

  it('shows the largest groups, and the others as one', async () => {
    const agoMs = 5 * DAY_MS;
    await deliver(Array.from({ length: 25 }, (_, n) => usage(agoMs, { engine: `engine ${n % 24}` })));
    await foldTraffic(opened.store.db);
    const { series } = await read({ group_by: 'engine', ending_at: NOW_MS - agoMs + MINUTE_MS });
    expect(series).toHaveLength(20);
    expect(series[0]).toMatchObject({ group: 'engine 0', total: { requests: 2 } });
    expect(series.at(-1)).toMatchObject({ group: null, is_other: true, total: { requests: 5 } });
    expect(series.slice(0, -1).filter(({ is_other: isOther }) => isOther)).toEqual([]);
    expect(series.at(-1)!.total.duration).not.toBeNull();
  });

  it('keeps fine points for hours and coarse ones for months', async () => {
    const { db } = opened.store;
    const resolutions = async () =>
      (await db.selectFrom('traffic').select('resolution_s').distinct().execute())
        .map(({ resolution_s: seconds }) => seconds)
        .toSorted((a, b) => a - b);
    await dropTraffic(db, NOW_MS + 2 * DAY_MS);
    expect(await resolutions()).toEqual([900, 7200, 21_600, 86_400]);
    await dropTraffic(db, NOW_MS + 93 * DAY_MS);
    expect(await resolutions()).toEqual([]);
  });
});
