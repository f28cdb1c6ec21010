-- A record of every model call, failed and refused ones too, in one table a week: old weeks go by dropping a table.

-- The key finds a request by its id, whose first ten characters are its time, serves the list of an organization, and keeps replayed
-- records from being stored twice. Ids compare byte by byte, which is their order of creation.
create table request_records (
  request_id text collate "C" not null,
  organization_id text not null,
  -- Empty for an admin key, which belongs to no workspace.
  workspace_id text not null,
  key_id text,
  user_id text,
  endpoint text not null,
  -- Null where the call was refused before its model was chosen.
  model text,
  streamed boolean not null default false,
  service_tier text not null default 'standard',
  outcome text not null,
  -- Null where the caller left before there was one.
  status int,
  error_code text,
  engine_fault text,
  -- Milliseconds from its arrival. Null where it never came to that.
  queued_ms int,
  first_output_ms int,
  duration_ms int,
  input_tokens bigint not null default 0,
  cached_input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_nanos bigint not null default 0,
  -- Calls of the same key and minute that have no record of their own.
  unlisted_calls int not null default 0,
  created_at timestamptz not null,
  primary key (organization_id, created_at, request_id)
) partition by range (created_at);

-- Ids of keys, people and workspaces are unique in the whole service: without the organization these are a third smaller.
create index request_records_by_key on request_records (key_id, created_at);
create index request_records_by_user on request_records (user_id, created_at);
create index request_records_by_workspace on request_records (workspace_id, created_at);
create index request_records_by_model on request_records (organization_id, model, created_at);

-- Of calls that did not complete, few as a rule: whoever looks for them does not pass over the others.
create index request_records_unsuccessful on request_records (organization_id, created_at) where outcome <> 'completed';
create index request_records_unsuccessful_by_key on request_records (key_id, created_at) where outcome <> 'completed';
create index request_records_unsuccessful_by_user on request_records (user_id, created_at) where outcome <> 'completed';
create index request_records_unsuccessful_by_workspace on request_records (workspace_id, created_at) where outcome <> 'completed';
create index request_records_by_status on request_records (organization_id, status, created_at) where outcome <> 'completed';
create index request_records_by_code on request_records (organization_id, error_code, created_at) where error_code is not null;

-- One for each tenfold of a tenth of a cent: whatever the least cost is, many rows of its index cost as much.
create index request_records_of_tenth_cent on request_records (organization_id, created_at) where cost_nanos >= 1000000;
create index request_records_of_cent on request_records (organization_id, created_at) where cost_nanos >= 10000000;
create index request_records_of_ten_cents on request_records (organization_id, created_at) where cost_nanos >= 100000000;
create index request_records_of_dollar on request_records (organization_id, created_at) where cost_nanos >= 1000000000;
create index request_records_of_ten_dollars on request_records (organization_id, created_at) where cost_nanos >= 10000000000;
