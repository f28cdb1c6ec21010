-- How many calls ended how, by the hour and the day: reports of failures read these and not the records, and keep them when the records
-- are dropped. Calls with a status other than 200 are in no other sum.

create table request_hours (
  organization_id text not null,
  starts_at timestamptz not null,
  workspace_id text not null,
  -- '' stands for null.
  user_id text not null,
  outcome text not null,
  -- 0 stands for null: the caller left before there was one.
  status int not null,
  -- Those without a record of their own included.
  requests bigint not null,
  input_tokens bigint not null,
  cached_input_tokens bigint not null,
  output_tokens bigint not null,
  cost_nanos bigint not null,
  primary key (organization_id, starts_at, workspace_id, user_id, outcome, status)
) with (fillfactor = 80);

create table request_days (like request_hours including all) with (fillfactor = 80);

insert into request_hours
select
  organization_id, date_trunc('hour', created_at, 'UTC'), workspace_id, coalesce(user_id, ''), outcome, coalesce(status, 0),
  sum(1 + unlisted_calls), sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), sum(cost_nanos)
from request_records
group by 1, 2, 3, 4, 5, 6;

insert into request_days
select
  organization_id, date_trunc('day', starts_at, 'UTC'), workspace_id, user_id, outcome, status,
  sum(requests), sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), sum(cost_nanos)
from request_hours
group by 1, 2, 3, 4, 5, 6;
