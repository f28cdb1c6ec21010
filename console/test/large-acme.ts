import {
  makeRequestWeek,
  type OpenTestDatabase,
  type RawBuilder,
  requestWeek,
  sql,
} from '../../server/test-kit/index.ts';

/** How much is added to the organization Acme. */
export interface Amounts {
  readonly keys: number;
  readonly auditEvents: number;
  /** Calls since the week began, one in twenty of them refused. */
  readonly requests: number;
  /** Days up to today on which every key it had and every model was used. */
  readonly days: number;
}

/** Grows Acme, which must be there, by SQL alone. */
export function growAcme(
  { store }: OpenTestDatabase,
  { keys, auditEvents, requests, days }: Amounts,
): Promise<void> {
  return store.withoutTimeLimits(async (db) => {
    await makeRequestWeek(db, requestWeek(Date.now()));
    await sql`
    insert into usage_days (organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id, requests, input_tokens,
      cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos, plan_milli)
    select organization_id, date_trunc('day', now(), 'UTC') - make_interval(days => day), id, model, 'api_credit', '/v1/chat/completions', workspace_id,
      created_by, 10 + day % 7, size, size / 10, size / 3, 0, size * 4217, 0
    from api_keys cross join generate_series(0, ${days}::int - 1) as day cross join (values ('Svc Standard', 1), ('Svc Fast', 2), ('Svc Large', 3)) as models(model, place)
    cross join lateral (select ((day * 7919 + place * 104729 + ascii(name) * 31) % 90000 + 1000)::bigint as size) as drawn`.execute(
      db,
    );
    await sql`
    insert into api_keys (id, organization_id, workspace_id, created_by, name, kind, fingerprint, prefix, hint, pinned_version, created_at, last_used_at)
    select 'apikey_' || lpad(n::text, 26, '0'), w.organization_id, w.id, m.user_id, 'batch worker ' || n, 'private',
      sha256(convert_to('grown ' || n, 'UTF8')), 'sk_live_0000', '0000', '2026-11-01', now() - make_interval(mins => n), now() - make_interval(secs => n)
    from generate_series(1, ${keys}::int) as n cross join workspaces w join members m using (organization_id)
    where w.name = 'Default' and m.role = 'owner'`.execute(db);
    await sql`
    insert into audit_events (id, organization_id, event, actor, resource, ip_address, user_agent, changes, created_at)
    select 'audit_' || lpad(n::text, 26, '0'), u.organization_id,
      (array['api_key.created', 'member.change_role', 'workspace.updated', 'session.created'])[1 + n % 4],
      jsonb_build_object('type', 'user', 'id', u.user_id, 'email', people.email, 'role', u.role),
      jsonb_build_object('type', 'api_key', 'id', 'apikey_' || lpad(n::text, 26, '0')), '203.0.113.' || n % 250, 'Mozilla/5.0 (X11; Linux x86_64)',
      jsonb_build_object('name', jsonb_build_object('from', null, 'to', 'batch worker ' || n)), now() - make_interval(mins => n)
    from generate_series(1, ${auditEvents}::int) as n cross join members u join users people on people.id = u.user_id where u.role = 'owner'`.execute(
      db,
    );
    await sql`
    insert into request_records (request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, streamed, outcome, status, error_code,
      first_output_ms, duration_ms, input_tokens, output_tokens, cost_nanos, created_at)
    select ${requestIdAt(sql`ms`)} || lpad(n::text, 16, '0'), w.organization_id, w.id, 'apikey_' || lpad((1 + n % ${keys}::int)::text, 26, '0'), m.user_id,
      '/v1/chat/completions', (array['Svc Standard', 'Svc Fast', 'Svc Large'])[1 + n % 3], n % 2 = 0,
      case when n % 20 = 0 then 'refused' else 'completed' end, case when n % 20 = 0 then 429 else 200 end,
      case when n % 20 = 0 then 'rate_limited' end, 100 + n % 400, 500 + n % 9000, 100 + n % 5000, n % 900, (100 + n % 5000) * 4217::bigint,
      to_timestamp(ms / 1000.0)
    from generate_series(1, ${requests}::int) as n
    cross join lateral (select (extract(epoch from now() - (now() - date_trunc('week', now(), 'UTC')) * (n::float8 / (${requests}::int + 1))) * 1000)::bigint as ms) as at
    cross join workspaces w join members m using (organization_id)
    where w.name = 'Default' and m.role = 'owner'`.execute(db);
    await sql`analyze`.execute(db);
  });
}

/** The beginning of the id of a request at that time: ten digits of 32. The list goes on behind an id by the time in it. */
function requestIdAt(ms: RawBuilder<unknown>): RawBuilder<unknown> {
  const digit = (place: number) =>
    sql`substr('0123456789abcdefghjkmnpqrstvwxyz', ((${ms} >> ${sql.lit(5 * place)}) & 31)::int + 1, 1)`;
  return sql`'req_' || ${sql.join([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(digit), sql` || `)}`;
}
