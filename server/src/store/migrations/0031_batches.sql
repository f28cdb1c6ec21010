-- Batches of model calls and their lines. What callers sent and what they get back is sealed with the data key; numbers and states are not.
create table batches (
  id text primary key,
  organization_id text not null references organizations (id),
  workspace_id text not null references workspaces (id),
  -- The key, or the person in the Console.
  created_by text not null,
  -- Of its lines' calls: who they count for, and the flags and the version of the request that created it.
  key_id text,
  user_id text not null,
  betas jsonb not null,
  version text,
  status text not null check (status in ('validating', 'in_progress', 'canceling', 'completed', 'expired', 'canceled', 'failed')),
  -- The final status, once every line has its result and only the output is still to be written.
  ending text check (ending in ('completed', 'expired', 'canceled')),
  input_file_id text not null,
  output_file_id text,
  endpoint text,
  metadata jsonb not null,
  problems jsonb not null,
  output_days int not null,
  total int not null default 0,
  succeeded int not null default 0,
  errored int not null default 0,
  canceled int not null default 0,
  expired int not null default 0,
  input_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Paid by credits; what the same calls would have cost outside of a batch; taken of the plan's allowance.
  cost_nanos bigint not null default 0,
  direct_nanos bigint not null default 0,
  plan_milli bigint not null default 0,
  created_at timestamptz not null,
  in_progress_at timestamptz,
  cancel_requested_at timestamptz,
  -- No line is started before: the plan has no room until then.
  resumes_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null
);
create index batches_of_workspace on batches (workspace_id, id);
create index batches_open on batches (expires_at) where status in ('validating', 'in_progress', 'canceling');
-- For the lines of batches that have ended, which go with the output.
create index batches_with_lines on batches (id) where status in ('completed', 'expired', 'canceled', 'failed') and total > 0;
create index batches_validating on batches (input_file_id) where status = 'validating';

create table batch_lines (
  batch_id text not null references batches (id),
  -- Counts from 1.
  line int not null,
  endpoint text not null,
  custom_id bytea not null,
  -- Null once the line has its result.
  body bytea,
  body_bytes int not null,
  state text not null check (state in ('waiting', 'running', 'succeeded', 'errored', 'canceled', 'expired')),
  -- Answers that count as a try: 429, 5xx and timeouts.
  attempts int not null default 0,
  due_at timestamptz not null,
  -- Which claim runs it. Its node renews the lease; when it ends, the line waits again.
  claim_id text,
  -- How often a lease ended without an outcome: a line must not end processes for ever.
  lost_claims int not null default 0,
  lease_ends_at timestamptz,
  status_code int,
  error_code text,
  request_id text,
  result bytea,
  primary key (batch_id, line)
) with (fillfactor = 90);
-- Sealed bytes do not get smaller.
alter table batch_lines alter column body set storage external, alter column result set storage external;
create index batch_lines_waiting on batch_lines (batch_id, due_at, line) where state = 'waiting';
create index batch_lines_running on batch_lines (lease_ends_at) where state = 'running';
create index batch_lines_errored on batch_lines (batch_id, line) where state = 'errored';
