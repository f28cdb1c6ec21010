import { CALLS_LOOKED_THROUGH, type AnyRequestQuery } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverCallRecords } from '#features/request-records';
import { newId } from '#kit';
import { JsonArray } from '#store';
import { sql, testDatabases, type OpenTestDatabase } from '#test-kit';
import { listAnyRequests } from './list-any-requests.ts';

const START_MS = Date.UTC(2026, 10, 2);
const WEEK_MS = 7 * 86_400_000;
const ENDS = [
  { outcome: 'completed', status: 200, model: 'Large', engine: 'main' },
  { outcome: 'failed', status: 502, model: 'Large', engine: 'spare', error_code: 'upstream_error' },
  { outcome: 'refused', status: 429, model: 'Small', engine: null, error_code: 'rate_limited' },
] as const;

/** Of two weeks and three organizations; every fifth in the millisecond of the one before it. */
const LINES = Array.from({ length: 90 }, (_, n) => {
  const atMs = START_MS + Math.floor((n - (n % 5 === 4 ? 1 : 0)) * (WEEK_MS / 50));
  return {
    request_id: newId('req_', atMs),
    organization_id: `org_${n % 3}`,
    workspace_id: 'ws_1',
    endpoint: '/v1/messages',
    cost_nanos: 0,
    created_at: new Date(atMs).toISOString(),
    ...ENDS[n % 4 === 0 ? 1 : n % 7 === 0 ? 2 : 0],
  };
});
const NEWEST_FIRST = LINES.toSorted((a, b) => (a.request_id < b.request_id ? 1 : -1));
type Line = (typeof LINES)[number];

const FILTERS: readonly (readonly [Partial<AnyRequestQuery>, (line: Line) => boolean])[] = [
  [{}, () => true],
  [{ organization_id: 'org_1' }, (line) => line.organization_id === 'org_1'],
  [{ model: 'Small' }, (line) => line.model === 'Small'],
  [{ engine: 'spare' }, (line) => line.engine === 'spare'],
  [{ status: 429 }, (line) => line.status === 429],
  [{ outcome: 'unsuccessful' }, (line) => line.outcome !== 'completed'],
  [
    { error_code: 'upstream_error', organization_id: 'org_2' },
    (line) => line.outcome === 'failed' && line.organization_id === 'org_2',
  ],
  [{ engine: 'none' }, () => false],
];

describe.each(await testDatabases())('calls of all organizations on $kind', (database) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await database.open();
    const lines = LINES.map((line) => JSON.stringify(line));
    await deliverCallRecords(opened.store.db, JsonArray.of(lines), 'node_1');
    await sql`insert into organizations (id, name, provisioning_name, plan, subscribed_at, created_at)
      values ('org_1', 'Acme', 'Acme', 'pro', now(), now())`.execute(opened.store.db);
  });
  afterAll(() => opened.close());

  const read = async (query: Partial<AnyRequestQuery>) =>
    (await listAnyRequests(opened.store.db, { limit: 1000, ...query })).data;
  const idsOf = async (query: Partial<AnyRequestQuery>) => (await read(query)).map(({ id }) => id);

  it.each(FILTERS)('are those that %o means, newest first, page by page', async (filter, isMeant) => {
    const expected = NEWEST_FIRST.filter(isMeant).map(({ request_id: id }) => id);
    expect(await idsOf(filter)).toEqual(expected);
    for (const [at, id] of expected.entries()) {
      expect(await idsOf({ ...filter, limit: 3, after_id: id })).toEqual(expected.slice(at + 1, at + 4));
      expect(await idsOf({ ...filter, limit: 3, before_id: id })).toEqual(
        expected.slice(Math.max(0, at - 3), at),
      );
    }
  });

  it('tell the organization by its name, and the engine', async () => {
    expect((await read({ organization_id: 'org_1', engine: 'main', limit: 1 }))[0]).toMatchObject({
      type: 'request',
      organization_id: 'org_1',
      organization_name: 'Acme',
      engine: 'main',
    });
    expect((await read({ organization_id: 'org_2', limit: 1 }))[0]).toMatchObject({
      organization_name: 'org_2',
    });
  });

  it('are not looked through beyond some, whatever a filter leaves out', async () => {
    const laterMs = START_MS + 3 * WEEK_MS;
    const request_id = newId('req_', laterMs);
    const first = { ...LINES[0]!, request_id, organization_id: 'org_3', engine: 'another' };
    const line = JSON.stringify({ ...first, created_at: new Date(laterMs).toISOString() });
    await deliverCallRecords(opened.store.db, JsonArray.of([line]), 'node_1');
    await sql`
      insert into request_records (request_id, organization_id, workspace_id, endpoint, model, outcome, status, created_at)
      select 'req_' || lpad(n::text, 26, '0'), 'org_3', 'ws_1', '/v1/messages', 'Large', 'completed', 200, to_timestamp(${laterMs / 1000}::float8) + n * interval '1 millisecond'
      from generate_series(1, ${CALLS_LOOKED_THROUGH - 2}::int) as n`.execute(opened.store.db);
    const [newest] = NEWEST_FIRST;
    expect(await idsOf({ organization_id: newest!.organization_id, limit: 1 })).toEqual([newest!.request_id]);
    expect(await idsOf({ model: newest!.model, limit: 1000 })).toHaveLength(1000);
    // The last that is looked at, and no other.
    expect(await idsOf({ outcome: newest!.outcome, engine: newest!.engine! })).toEqual([newest!.request_id]);
  });
});
