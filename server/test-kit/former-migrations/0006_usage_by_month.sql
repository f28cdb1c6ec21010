-- Usage records in one table a month, so that old months go by dropping a table, and their sums by the hour, which stay.

-- Every month that has, or had, a table of records. Its row is written in the transaction that makes the table and keeps
-- `dropped_at` when the table is gone: a dropped month is never made again, or its records could be counted twice.
create table usage_months (
  starts_at timestamptz primary key,
  dropped_at timestamptz
);

alter table usage_records rename to usage_records_whole;
alter index usage_records_pkey rename to usage_records_whole_pkey;
alter index usage_records_by_organization rename to usage_records_whole_by_organization;

-- One row per request that produced output. The unique key must hold the month; a replayed record has its first time again.
create table usage_records (
  request_id text not null,
  organization_id text not null,
  workspace_id text not null,
  key_id text,
  user_id text,
  endpoint text not null,
  model text not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  billing_source text not null check (billing_source in ('subscription', 'api_credit')),
  price jsonb not null,
  cost_nanos bigint not null,
  estimated boolean not null,
  outcome text not null check (outcome in ('completed', 'client_closed', 'failed')),
  metadata jsonb,
  created_at timestamptz not null,
  plan_milli bigint not null default 0,
  plan_windows jsonb,
  node_id text,
  primary key (request_id, created_at)
) partition by range (created_at);
create index usage_records_by_organization on usage_records (organization_id, created_at);

insert into usage_months (starts_at) select distinct date_trunc('month', created_at, 'UTC') from usage_records_whole;

do $$
declare month timestamp;
begin
  for month in select starts_at at time zone 'UTC' from usage_months loop
    execute format(
      'create table %I partition of usage_records for values from (%L) to (%L)',
      'usage_records_' || to_char(month, 'YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;

insert into usage_records select * from usage_records_whole;
drop table usage_records_whole;

-- What the records of an hour add up to, counted in the statement that inserts them. '' stands for null.
-- The organization and the hour come first: a report reads one organization from one hour to another, however it groups.
-- Rows of the current hour change with every batch; the room left in each page lets them change without touching the index.
create table usage_hours (
  organization_id text not null,
  starts_at timestamptz not null,
  key_id text not null,
  model text not null,
  billing_source text not null,
  endpoint text not null,
  workspace_id text not null,
  user_id text not null,
  requests bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  cost_nanos bigint not null,
  plan_milli bigint not null,
  primary key (organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id)
) with (fillfactor = 80);

insert into usage_hours
select
  organization_id, date_trunc('hour', created_at, 'UTC'), coalesce(key_id, ''), model, billing_source, endpoint, workspace_id, coalesce(user_id, ''),
  count(*), sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), sum(reasoning_tokens), sum(cost_nanos), sum(plan_milli)
from usage_records
group by 1, 2, 3, 4, 5, 6, 7, 8;
