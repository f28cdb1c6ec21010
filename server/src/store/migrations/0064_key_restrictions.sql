-- What a key may do less than its workspace. Empty and null: no less.
alter table api_keys
  add column allowed_models jsonb not null default '[]',
  add column monthly_budget_nanos bigint check (monthly_budget_nanos >= 0),
  add column requests_per_minute bigint check (requests_per_minute >= 1),
  add column input_tokens_per_minute bigint check (input_tokens_per_minute >= 1),
  add column output_tokens_per_minute bigint check (output_tokens_per_minute >= 1),
  -- What the key that this one replaces had spent of the budget, and in which month: a rotation makes no new budget.
  add column carried_nanos bigint not null default 0 check (carried_nanos >= 0),
  add column carried_month_starts_at timestamptz;
create index api_keys_with_budget on api_keys (organization_id) where monthly_budget_nanos is not null;

-- Spend is counted by key too, whether or not it has a budget: one that is set amid a month knows what was spent of it.
alter table credit_spend
  drop constraint credit_spend_scope_check,
  add constraint credit_spend_scope_check check (scope in ('organization', 'workspace', 'member', 'key'));
insert into credit_spend (organization_id, month_starts_at, scope, scope_id, spent_nanos)
select organization_id, date_trunc('month', starts_at, 'UTC'), 'key', key_id, sum(cost_nanos)
from usage_days where key_id <> '' and cost_nanos > 0 group by 1, 2, 3, 4;
