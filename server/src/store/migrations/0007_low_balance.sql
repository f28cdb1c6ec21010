-- Below the trigger the organization is told that its balance is low, once until the balance has recovered. Null: never.
alter table wallets
  add column reload_trigger_nanos bigint check (reload_trigger_nanos > 0),
  add column low_balance_told boolean not null default false;
create index wallets_with_trigger on wallets (organization_id) where reload_trigger_nanos is not null;
