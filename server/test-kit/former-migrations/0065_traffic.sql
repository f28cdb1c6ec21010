-- Traffic of the whole deployment by time, for its operators, and its nodes.

-- Which engine a call was given to last, and the node that took it. Null for older records.
alter table request_records add column engine text, add column node_id text;

-- What new request records came to, by the minute in which their calls ended: written in the statement that inserts them, and moved to
-- `traffic` within seconds. Never changed, so that no charge waits for a row.
create table traffic_increments (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  -- '' stands for none.
  model text not null,
  engine text not null,
  node_id text not null,
  -- The error code, 'completed' or 'client_closed'.
  code text not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- Of calls that completed. Milliseconds of each.
  first_output_ms int[] not null,
  duration_ms int[] not null
);

-- The same in each resolution: whatever span is asked for, one of them has it in few rows.
create table traffic (
  resolution_s int not null,
  starts_at timestamptz not null,
  model text not null,
  engine text not null,
  node_id text not null,
  code text not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- Calls by class of their milliseconds. Classes are those of features/traffic/latency-classes.ts, and the last are left out.
  first_output bigint[] not null,
  duration bigint[] not null,
  primary key (resolution_s, starts_at, model, engine, node_id, code)
) with (fillfactor = 80);

-- The last report of each node.
create table nodes (
  id text primary key,
  reported_at timestamptz not null,
  report jsonb not null
) with (fillfactor = 80);
