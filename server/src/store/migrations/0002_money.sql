-- Allowance windows, credit spend, wallets and the ledger. Money is in whole nano-dollars.

-- Allowance taken by a request, in thousandths of an allowance token, and the windows it was taken from:
-- [month start, month end, week start, week end, session start, session end] in Unix seconds. Null when credits paid.
alter table usage_records
  add column plan_milli bigint not null default 0,
  add column plan_windows jsonb,
  add column node_id text;

-- What is used of each window an organization ever opened. Only the current ones are read.
create table plan_usage (
  organization_id text not null,
  kind text not null check (kind in ('monthly', 'weekly', 'session')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  used_milli bigint not null,
  primary key (organization_id, kind, starts_at)
);

-- Credit spend per calendar month (UTC): of the organization (scope_id ''), of each workspace and of each member.
create table credit_spend (
  organization_id text not null,
  month_starts_at timestamptz not null,
  scope text not null check (scope in ('organization', 'workspace', 'member')),
  scope_id text not null,
  spent_nanos bigint not null,
  primary key (organization_id, month_starts_at, scope, scope_id)
);

-- Double entry, append-only: the entries of one transaction add up to zero, and each account has one entry in it.
-- `wallet` is what the organization may spend, `revenue` what it spent, `issued` what was granted or sold to it.
create table ledger_entries (
  transaction_id text not null,
  organization_id text not null,
  account text not null check (account in ('wallet', 'revenue', 'issued')),
  amount_nanos bigint not null,
  kind text not null check (kind in ('usage', 'grant')),
  note text,
  created_at timestamptz not null,
  primary key (transaction_id, account)
);
create index ledger_entries_by_organization on ledger_entries (organization_id, created_at);

-- The wallet account's balance, kept beside the entries so that it can be locked. May be below zero by what a request
-- cost beyond its hold.
create table wallets (
  organization_id text primary key,
  balance_nanos bigint not null
);

-- Parts of a balance set aside for one node, which holds the worst case of its running requests from them. A part
-- whose node is gone is free again when it expires.
create table wallet_leases (
  organization_id text not null references wallets,
  node_id text not null,
  leased_nanos bigint not null check (leased_nanos >= 0),
  expires_at timestamptz not null,
  primary key (organization_id, node_id)
);
