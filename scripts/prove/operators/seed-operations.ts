import { JsonArray, makeWeeksOf, type Store, type Tables } from '../../../server/src/store/index.ts';
import { deliverCallRecords } from '../../../server/src/features/request-records/index.ts';
import { RESOLUTIONS } from '../../../server/src/features/traffic/index.ts';
import { newId } from '../../../server/src/kit/index.ts';
import { sql, type Kysely, type RawBuilder } from '../../../server/test-kit/index.ts';
import { loadInBulk } from '../scale/load-in-bulk.ts';
import type { Progress } from '../scale/large-server.ts';
import { seededOrganization, seededUntilMs } from '../scale/seeded.ts';

const DAY_MS = 86_400_000;
/** Calls have records for as long as operators look back at them. */
const CALL_DAYS = 7;
/** With ids as the service makes them, which a page can begin behind. */
const RECENT_CALLS = 1000;
/** Nothing that the service would work on while it is measured. */
const NEVER = sql`timestamptz '2099-01-01Z'`;

/** Names by which traffic is split, and how many of each: of routes the most that an answer shows. */
const GROUPS = { model: 8, engine: 6, node: 12, code: 12, route: 100 };

/** How much there is besides keys and usage, before it is scaled. */
const AMOUNTS = { events: 1_000_000, queued: 500_000, signUps: 100_000, batches: 20_000, tunnels: 20_000 };

/** What operators look at besides keys and usage: calls, traffic, what they did, queues. `size` is the share of it all. */
export async function seedOperations(store: Store, size: number, progress: Progress): Promise<void> {
  await store.withoutTimeLimits(async (db) => {
    await seedCalls(db);
    progress('records of calls');
    for (const resolution of RESOLUTIONS) await trafficOf(resolution).execute(db);
    progress('traffic');
    for (const [what, rows] of Object.entries(ROWS)) {
      await rows(size).execute(db);
      progress(what);
    }
    await sql`vacuum analyze`.execute(db);
    progress('analyzed');
  });
}

/** Those of the last days, each beside its usage, and some that have only just ended. */
async function seedCalls(db: Kysely<Tables>): Promise<void> {
  const sinceMs = seededUntilMs() - CALL_DAYS * DAY_MS;
  const lines = [0, CALL_DAYS * DAY_MS].map((ms) => lineAt(sinceMs + ms, 0));
  await makeWeeksOf(db, JsonArray.of(lines));
  await loadInBulk(db, ['request_records'], async (trx) => void (await callsSince(sinceMs).execute(trx)));
  const recent = Array.from({ length: RECENT_CALLS }, (_, n) => lineAt(seededUntilMs() + n * 50, n));
  await deliverCallRecords(db, JsonArray.of(recent), 'node_seed');
}

function callsSince(sinceMs: number): RawBuilder<unknown> {
  return sql`
    insert into request_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, streamed, outcome, status, error_code, queued_ms, first_output_ms,
      duration_ms, input_tokens, cached_input_tokens, output_tokens, cost_nanos, created_at, engine, node_id)
    select request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, true, case when failed then 'failed' else 'completed' end,
      case when failed then 502 else 200 end, case when failed then 'upstream_error' end, 2, 200, 2000, input_tokens, cached_input_tokens, output_tokens,
      cost_nanos, created_at, 'engine ' || input_tokens % 6, 'node_' || input_tokens % 12
    from usage_records cross join lateral (select output_tokens % 97 = 0 as failed) as ended
    where created_at >= to_timestamp(${sinceMs / 1000}::float8)`;
}

function lineAt(atMs: number, n: number): string {
  return JSON.stringify({
    request_id: newId('req_', atMs),
    organization_id: seededOrganization(n % 10),
    workspace_id: `ws_${String(n % 10).padStart(26, '0')}`,
    endpoint: '/v1/chat/completions',
    model: 'Svc Standard',
    outcome: 'completed',
    status: 200,
    cost_nanos: 0,
    created_at: new Date(atMs).toISOString(),
  });
}

function trafficOf({ pointMs, keptMs }: (typeof RESOLUTIONS)[number]): RawBuilder<unknown> {
  const points = Math.floor(keptMs / pointMs);
  const lastS = Math.floor(Date.now() / pointMs) * (pointMs / 1000);
  const groups = sql.join(Object.entries(GROUPS).map(([split, many]) => sql`(${split}, ${many}::int)`));
  return sql`
    insert into traffic (resolution_s, split_by, starts_at, name, requests, errors, input_tokens, output_tokens, first_output, duration)
    select ${pointMs / 1000}::int, split, to_timestamp(${lastS}::bigint - point * ${pointMs / 1000}::int), split || ' ' || n, 100 * (n + 1), n, 50000, 20000, counts, counts
    from (values ${groups}) as groups(split, many) cross join generate_series(0, ${points}::int - 1) as point
    cross join lateral generate_series(0, many - 1) as n
    cross join (select array_agg(c::bigint) as counts from generate_series(1, 40) as c) as classes`;
}

const id = (prefix: string): RawBuilder<unknown> => sql`${prefix} || '_' || lpad(n::text, 26, '0')`;
const organization = sql`'org_' || lpad((n % 10000)::text, 26, '0')`;
/** Of what is queued one in ten was given up, two in ten fail, and the rest is done. */
const isFailed = sql`n % 10 = 0`;
const isFailing = sql`n % 10 in (1, 2)`;
const series = (rows: number, size: number): RawBuilder<unknown> =>
  sql`from generate_series(0, ${Math.ceil(rows * size)}::int - 1) as n`;

const ROWS: Readonly<Record<string, (size: number) => RawBuilder<unknown>>> = {
  'external ids': () => sql`update organizations set external_id = 'customer-' || ltrim(substr(id, 5), '0')`,
  operators: () => sql`
    insert into operators (id, email, name, role, password, created_at)
    select ${id('oper')}, 'operator' || n || '@seed.test', 'Operator ' || n, 'operator', 'none', '2026-01-01Z' ${series(200, 1)}`,
  'operator keys': () => sql`
    insert into operator_keys (id, name, role, fingerprint, prefix, created_at)
    select ${id('operkey')}, 'Key ' || n, 'operator', sha256(convert_to('operator key ' || n, 'UTF8')), 'sk_op_0000', '2026-01-01Z' ${series(1000, 1)}`,
  'operator events': (size) => sql`
    insert into operator_events (id, event, actor, organization_id, changes, details, created_at)
    select ${id('operevt')}, 'request', '{"type": "operator", "id": "oper_0", "name": "Otto", "role": "operator"}', ${organization}, '{}',
      '{"operation": "readManagedOrganization", "status": 200}', now() - interval '1 day' ${series(AMOUNTS.events, size)}`,
  'sign-ups': (size) => sql`
    insert into sign_ups (id, email, name, organization_name, status, created_at, expires_at)
    select ${id('signup')}, 'person' || n || '@seed.test', 'Person', 'Company ' || n, case n % 4 when 0 then 'waiting' when 1 then 'refused' when 2 then 'completed' else 'unverified' end,
      now(), ${NEVER} ${series(AMOUNTS.signUps, size)}`,
  jobs: (size) => sql`
    insert into jobs (id, kind, payload, created_at, due_at, attempts, failure, failed_at)
    select ${id('job')}, case n % 2 when 0 then 'mail.send' else 'file.delete' end, '{}', now(), ${NEVER}, 3, 'Error', case when ${isFailed} then now() end
    ${series(AMOUNTS.queued, size)} where ${isFailed} or ${isFailing}`,
  mails: (size) => sql`
    insert into mails (id, organization_id, recipient, kind, data, status, failure, attempts, created_at, expires_at)
    select ${id('mail')}, ${organization}, 'person' || n || '@seed.test', 'invite', '{}', case when ${isFailed} then 'failed' when ${isFailing} then 'waiting' else 'sent' end,
      case when ${isFailed} or ${isFailing} then 'rejected' end, 3, now() - interval '1 hour', ${NEVER} ${series(AMOUNTS.queued, size)}`,
  webhooks: () => sql`
    insert into webhooks (id, organization_id, url, events, status, created_at, updated_at)
    select ${id('whk')}, ${organization}, 'https://hooks' || n || '.seed.test/svc', '["batch.completed"]', 'enabled', now(), now() ${series(10_000, 1)}`,
  deliveries: (size) => sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, attempts, due_at, created_at)
    select ${id('whd')}, 'whk_' || lpad((n % 10000)::text, 26, '0'), ${id('evt')}, 'batch.completed',
      case when ${isFailed} then 'failed' when ${isFailing} then 'pending' else 'succeeded' end,
      case when ${isFailed} or ${isFailing} then '[{"at_ms": 1795000000000, "status_code": 503, "duration_ms": 20, "succeeded": false, "error": "http_status"}]'::jsonb else '[]' end, case when ${isFailing} then ${NEVER} end,
      now() - interval '1 hour' ${series(AMOUNTS.queued, size)}`,
  batches: (size) => sql`
    insert into batches (id, organization_id, workspace_id, created_by, user_id, betas, status, input_file_id, metadata, problems, output_days, created_at, resumes_at, expires_at)
    select ${id('batch')}, ${organization}, 'ws_' || lpad((n % 10000)::text, 26, '0'), 'key', 'user', '[]', case n % 3 when 0 then 'in_progress' when 1 then 'completed' else 'failed' end,
      'file', '{}', '[]', 30, now(), ${NEVER}, ${NEVER} ${series(AMOUNTS.batches, size)}`,
  tunnels: (size) => sql`
    insert into tunnels (id, organization_id, workspace_id, name, allowed_targets, auth_mode, created_at, updated_at)
    select ${id('tnl')}, ${organization}, 'ws_' || lpad((n % 10000)::text, 26, '0'), 'Tunnel ' || n, '[]', 'token', now(), now() ${series(AMOUNTS.tunnels, size)}`,
};
