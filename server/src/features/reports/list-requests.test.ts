import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestQuery, RequestSummary } from '@svc/contract';
import { AccessScope, unrestricted, type Access } from '#features/module';
import { deliverCallRecords } from '#features/request-records';
import { newId } from '#kit';
import { JsonArray, OrganizationScope } from '#store';
import { testDatabases, type OpenTestDatabase } from '#test-kit';
import { listRequests } from './list-requests.ts';

const START_MS = Date.UTC(2026, 10, 2);
const SPAN_MS = 21 * 86_400_000;
/** The same numbers in every run: what fails once fails again. */
let state = 4321;
const below = (n: number): number =>
  Math.floor(((state = (state * 16_807) % 2_147_483_647) / 2_147_483_647) * n);
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!;

interface Line {
  readonly request_id: string;
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly key_id: string | null;
  readonly user_id: string;
  readonly model: string | null;
  readonly outcome: RequestSummary['outcome'];
  readonly status: number | null;
  readonly error_code?: string;
  readonly cost_nanos: number;
  readonly created_at: string;
}

function anyLine(): Line {
  // Some of one millisecond.
  const atMs = START_MS + (below(5) === 0 ? 1000 : below(SPAN_MS));
  const [outcome, status] = oneOf([
    ['completed', 200],
    ['completed', 200],
    ['failed', 200],
    ['failed', 502],
    ['refused', 429],
    ['client_closed', null],
  ] as const);
  const code = outcome === 'failed' ? 'upstream_error' : outcome === 'refused' ? 'rate_limited' : undefined;
  return {
    request_id: newId('req_', atMs),
    organization_id: oneOf(['org_1', 'org_1', 'org_2']),
    workspace_id: oneOf(['ws_1', 'ws_2', 'ws_3', '']),
    key_id: oneOf(['key_1', 'key_2', null]),
    user_id: oneOf(['user_1', 'user_2']),
    model: oneOf(['Large', 'Small', null]),
    outcome,
    status,
    ...(code ? { error_code: code } : {}),
    cost_nanos: oneOf([0, 500_000, 5_000_000, 50_000_000, 2_000_000_000, 20_000_000_000]),
    created_at: new Date(atMs).toISOString(),
  };
}

const LINES = Array.from({ length: 600 }, anyLine).map((line) => ({ endpoint: '/v1/messages', ...line }));
const NEWEST_FIRST = LINES.filter(({ organization_id: id }) => id === 'org_1').toSorted((a, b) =>
  a.request_id < b.request_id ? 1 : -1,
);

type Filter = Omit<RequestQuery, 'limit' | 'after_id' | 'before_id'>;

function anyFilter(): Filter {
  const startMs = START_MS + below(SPAN_MS);
  const maybe = <T>(likely: number, value: () => T): T | undefined =>
    below(10) < likely ? value() : undefined;
  return {
    outcome: maybe(3, () =>
      oneOf(['completed', 'failed', 'refused', 'client_closed', 'unsuccessful'] as const),
    ),
    status: maybe(2, () => oneOf([200, 502, 429])),
    error_code: maybe(2, () => oneOf(['upstream_error', 'rate_limited'])),
    api_key_id: maybe(2, () => oneOf(['key_1', 'key_2'])),
    user_id: maybe(2, () => oneOf(['user_1', 'user_2'])),
    workspace_id: maybe(2, () => oneOf(['ws_1', 'ws_2'])),
    model: maybe(2, () => oneOf(['Large', 'Small'])),
    min_cost_usd: maybe(3, () => oneOf(['0', '0.0005', '0.001', '0.02', '1', '12.5'])),
    starting_at: maybe(2, () => startMs),
    ending_at: maybe(2, () => startMs + below(SPAN_MS)),
  };
}

function isMeant(line: Line, filter: Filter): boolean {
  const { outcome } = filter;
  const atMs = Date.parse(line.created_at);
  return (
    (outcome === undefined ||
      (outcome === 'unsuccessful' ? line.outcome !== 'completed' : line.outcome === outcome)) &&
    (filter.status ?? line.status) === line.status &&
    (filter.error_code ?? line.error_code) === line.error_code &&
    (filter.api_key_id ?? line.key_id) === line.key_id &&
    (filter.user_id ?? line.user_id) === line.user_id &&
    (filter.workspace_id ?? line.workspace_id) === line.workspace_id &&
    (filter.model ?? line.model) === line.model &&
    line.cost_nanos >= Number(filter.min_cost_usd ?? 0) * 1e9 &&
    atMs >= (filter.starting_at ?? 0) &&
    atMs < (filter.ending_at ?? Infinity)
  );
}

function isReached({ workspace_id: workspace, user_id: user }: Line, access: Access): boolean {
  if (access === 'unrestricted') return true;
  return access.workspaceIds.includes(workspace) || access.userId === user;
}

const ACCESSES: readonly Access[] = [
  'unrestricted',
  { workspaceIds: ['ws_1'], userId: undefined },
  { workspaceIds: ['ws_1', 'ws_3'], userId: 'user_2' },
  { workspaceIds: [], userId: 'user_1' },
  { workspaceIds: [], userId: undefined },
];

describe.each(await testDatabases())('lists of random requests on $kind', (database) => {
  let opened: OpenTestDatabase;
  let scope: OrganizationScope;
  beforeAll(async () => {
    opened = await database.open();
    scope = new OrganizationScope(opened.store.db, 'org_1');
    const batch = JsonArray.of(LINES.map((line) => JSON.stringify(line)));
    await deliverCallRecords(opened.store.db, batch, 'node_1');
    // Delivered again, as after a crash.
    await deliverCallRecords(opened.store.db, batch, 'node_1');
  });
  afterAll(() => opened.close());

  const read = async (access: Access, query: RequestQuery): Promise<readonly string[]> => {
    const { data } = await listRequests(new AccessScope(scope, access), query);
    return data.map((one) => (one as RequestSummary).id);
  };

  it('hold what is meant and reached and nothing else, newest first', async () => {
    for (let n = 0; n < 150; n++) {
      const [access, filter] = [oneOf(ACCESSES), anyFilter()];
      const expected = NEWEST_FIRST.filter((line) => isReached(line, access) && isMeant(line, filter)).map(
        ({ request_id: id }) => id,
      );
      const received = JSON.stringify({ access, filter });
      expect(await read(access, { ...filter, limit: 1000 }), received).toEqual(expected);
      const middle = oneOf(expected);
      if (middle === undefined) continue;
      const at = expected.indexOf(middle);
      expect(await read(access, { ...filter, limit: 5, after_id: middle }), received).toEqual(
        expected.slice(at + 1, at + 6),
      );
      expect(await read(access, { ...filter, limit: 5, before_id: middle }), received).toEqual(
        expected.slice(Math.max(0, at - 5), at),
      );
    }
  });

  it('say whether there is more', async () => {
    const { has_more: hasMore } = await listRequests(unrestricted(scope), { limit: NEWEST_FIRST.length });
    const { has_more: hadMore } = await listRequests(unrestricted(scope), { limit: NEWEST_FIRST.length - 1 });
    expect([hasMore, hadMore]).toEqual([false, true]);
  });
});
