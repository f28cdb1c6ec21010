-- What engines cost, and what every organization and model came to in each day, week and month, for operators.

-- Null: the routes that answered have no cost, or had none.
alter table usage_records add column engine_cost_nanos bigint;

-- Whatever period is asked for, each organization and model has one row of it: answers over all organizations need no other sums.
-- The period comes first, since they read one of it, of all organizations.
create table usage_periods (
  period text not null check (period in ('day', 'week', 'month')),
  starts_at timestamptz not null,
  organization_id text not null,
  model text not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- Charged to credits.
  cost_nanos bigint not null,
  engine_cost_nanos bigint not null,
  -- The part of it for calls that the plan paid.
  plan_engine_cost_nanos bigint not null,
  -- Requests whose engine cost is not known.
  requests_without_cost bigint not null,
  primary key (period, starts_at, organization_id, model)
) with (fillfactor = 80);

insert into usage_periods
select
  period, date_trunc(period, starts_at, 'UTC'), organization_id, model,
  sum(requests), sum(input_tokens), sum(output_tokens), sum(cost_nanos), 0, 0, sum(requests)
from (
  select date_trunc('day', starts_at, 'UTC') as starts_at, organization_id, model,
    sum(requests) as requests, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens, sum(cost_nanos) as cost_nanos
  from usage_days group by 1, 2, 3) as days
cross join (values ('day'), ('week'), ('month')) as periods(period)
group by 1, 2, 3, 4;
