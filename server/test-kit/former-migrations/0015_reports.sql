-- What reports tell beside requests and tokens: searches, and what part of the cost was which kind of token. Null in sums of months
-- whose records were dropped before these were kept.
alter table usage_hours
  add column web_searches bigint,
  add column cached_input_nanos bigint,
  add column output_nanos bigint,
  add column tool_nanos bigint;
alter table usage_days
  add column web_searches bigint,
  add column cached_input_nanos bigint,
  add column output_nanos bigint,
  add column tool_nanos bigint;

update usage_hours h
set web_searches = r.web_searches, cached_input_nanos = r.cached_input_nanos, output_nanos = r.output_nanos, tool_nanos = r.tool_nanos
from (
  select
    organization_id, date_trunc('hour', created_at, 'UTC') as starts_at, coalesce(key_id, '') as key_id, model, billing_source, endpoint,
    workspace_id, coalesce(user_id, '') as user_id,
    sum(coalesce((server_tool_use ->> 'web_search')::bigint, 0)) as web_searches,
    sum(case when cost_nanos > 0 then trunc(cached_input_tokens * coalesce((price ->> 'cached_input')::numeric, 0) * 1000) else 0 end) as cached_input_nanos,
    sum(case when cost_nanos > 0 then trunc(output_tokens * coalesce((price ->> 'output')::numeric, 0) * 1000) else 0 end) as output_nanos,
    sum(case when cost_nanos > 0 then trunc(1000000000 * (
      coalesce((server_tool_use ->> 'web_search')::bigint, 0) * coalesce((price ->> 'web_search')::numeric, 0)
      + coalesce((server_tool_use ->> 'web_fetch')::bigint, 0) * coalesce((price ->> 'web_fetch')::numeric, 0))) else 0 end) as tool_nanos
  from usage_records group by 1, 2, 3, 4, 5, 6, 7, 8) r
where (h.organization_id, h.starts_at, h.key_id, h.model, h.billing_source, h.endpoint, h.workspace_id, h.user_id)
  = (r.organization_id, r.starts_at, r.key_id, r.model, r.billing_source, r.endpoint, r.workspace_id, r.user_id);

update usage_days d
set web_searches = h.web_searches, cached_input_nanos = h.cached_input_nanos, output_nanos = h.output_nanos, tool_nanos = h.tool_nanos
from (
  select
    organization_id, date_trunc('day', starts_at, 'UTC') as starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id,
    sum(web_searches) as web_searches, sum(cached_input_nanos) as cached_input_nanos, sum(output_nanos) as output_nanos, sum(tool_nanos) as tool_nanos
  from usage_hours group by 1, 2, 3, 4, 5, 6, 7, 8) h
where (d.organization_id, d.starts_at, d.key_id, d.model, d.billing_source, d.endpoint, d.workspace_id, d.user_id)
  = (h.organization_id, h.starts_at, h.key_id, h.model, h.billing_source, h.endpoint, h.workspace_id, h.user_id);

-- Lists of an organization's keys that leave most of them out.
create index api_keys_by_workspace on api_keys (organization_id, workspace_id, id);
create index api_keys_by_creator on api_keys (organization_id, created_by, id);
create index api_keys_by_status on api_keys (organization_id, status, id);
create index api_keys_by_expiry on api_keys (organization_id, expires_at) where expires_at is not null;
