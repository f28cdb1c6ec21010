-- What is recorded in the Console.

-- Payments that became credits: each reference of a provider once, and beside each its transaction in the ledger.
create table payments (
  transaction_id text primary key,
  organization_id text not null references organizations,
  provider text not null check (provider in ('manual')),
  reference text not null,
  amount_nanos bigint not null check (amount_nanos > 0),
  recorded_by text not null references users,
  created_at timestamptz not null,
  unique (organization_id, provider, reference)
);
