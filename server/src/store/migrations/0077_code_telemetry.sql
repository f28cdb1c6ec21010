-- What code clients report of their work: numbers by person and day, for the report of code analytics.
alter table organizations add column code_telemetry boolean not null default true;

create table code_counts (
  organization_id text not null references organizations (id),
  -- The UTC day.
  starts_at timestamptz not null,
  -- '' for sign-in tokens.
  key_id text not null,
  user_id text not null,
  workspace_id text not null,
  counter text not null check (counter in (
    'sessions', 'lines_added', 'lines_removed', 'commits', 'pull_requests', 'tool_accepted', 'tool_rejected')),
  -- '' where the counter has none.
  tool text not null,
  count bigint not null,
  primary key (organization_id, starts_at, key_id, user_id, workspace_id, counter, tool)
);

-- What was counted of each series last, so that a point counts once however often it comes.
create table code_series (
  organization_id text not null references organizations (id),
  -- Of the key, or of the person who signed in.
  actor_id text not null,
  -- A digest: no attribute is kept.
  series text not null,
  -- Start and end of the newest points that were counted, in microseconds.
  counted jsonb not null,
  -- The last of a cumulative series.
  value bigint not null,
  updated_at timestamptz not null,
  primary key (organization_id, actor_id, series)
);
create index code_series_by_time on code_series (updated_at);
